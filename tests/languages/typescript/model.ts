/* What is sold. */
import * as z from 'zod';

export const LineSchema = z.object({ sku: z.string(), count: z.number().int() });
export type Line = z.infer<typeof LineSchema>;
export type Handler<in T, out R = void> = (item: T, ...rest: unknown[]) => Promise<R>;
export type State =
  | { kind: 'open'; since: Date }
  | { kind: 'paid'; by: Customer };
type Keys = keyof typeof COLORS;
type Getters<T> = { [K in keyof T as `get${Capitalize<K>}`]: () => T[K] };

export const COLORS = { red: '#f00', mix: (a: string, b: string) => a + b } as const;

export enum Level { Low = 1, High = Low << 1, 'odd-name' = 3 }
declare const enum Bits { A }

export interface Customer extends Named, z.Base<Line> {
  readonly id: string;
  tags?: readonly string[];
  (input: string): boolean;
  new (id: string): Customer;
  [key: string]: unknown;
  greet(other: Customer): string;
  get total(): number;
}

export abstract class Entity<Id extends string | number = string> {
  abstract readonly id: Id;
  protected abstract load(): Promise<this>;
  accessor version = 1;
  is(other: Entity<Id>): other is this { return other.id === this.id; }
}

export function assertLine(value: unknown): asserts value is Line {
  LineSchema.parse(value);
}

export const parse = <T extends z.Type>(schema: T) => (raw: string): z.infer<T> => schema.parse(JSON.parse(raw));

declare module './cart' {
  interface Cart { total: number }
}

declare function log(text: string): void;
