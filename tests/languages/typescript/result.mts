export namespace Result {
  export interface Ok<T> { readonly ok: true; value: T }
  export type Of<T, E = Error> = Ok<T> | Err<E>;
  export class Err<E> {
    readonly ok = false;
    constructor(readonly error: E) {}
  }
  export const none: Of<never> = new Err(undefined!);
  const hidden = 1;
  export function map<T, U>(r: Of<T>, f: (x: T) => U): Of<U> {
    return r.ok ? { ok: true, value: f(r.value) } : r;
  }
  export namespace Async { export async function all<T>(rs: Promise<Of<T>>[]): Promise<T[]> { return []; } }
}

export default class<K extends PropertyKey, V> extends Map<K, V> implements Iterable<[K, V]> {
  override get(key: K): V | undefined { return super.get(key); }
}

export abstract class Tree<T> {
  static #nodes = 0;
  protected constructor(public left: Tree<T> | null, public right: Tree<T> | null) { Tree.#nodes++; }
  abstract visit(visitor: Tree.Visitor<T>): void;
}

export declare namespace Tree { type Visitor<T> = (node: Tree<T>) => void; }

import Leaf = Result.Ok;
export = Tree;
