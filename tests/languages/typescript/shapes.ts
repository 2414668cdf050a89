import type { T } from "./t";
import fs = require("fs");
/** A shape. */
@Component({ selector: "x" })
export abstract class Shape<T> extends Base<T> implements I, J<K> {
  static readonly KIND = "shape";
  private readonly size: number = 1;
  /** Store first. */
  constructor(private store: Store, x: number) { super(); }
  abstract area(): number;
  @Input() name: string;
  @Dec()
  label(): string { return "s"; }
  get width(): number { return 1; }
  handle = (e: Event): void => { this.label(); };
}
class Sq extends Shape { area(){ return 1; } }
namespace Geo { export function dist(a:number){return a}
  export class Pt {}
  export const ZERO = 0;
}
declare module "m" { export function k(): void; }
function pick(a:string):string;
function pick(a:number):number;
function pick(a:any){return a}
export interface Repo<T> extends Base, ns.Other<T> {
  id: string;
  find(x: number): Promise<T>;
  /** By name. */
  find(x: string): Promise<T>;
}
export type U = A | B<C>;
export enum Color { Red, Green = "g" }
const enum Flag { A }
export const useThing = <T,>(x: T): T => x;
export default function App(props: Props) { return x as Foo; }
declare const VERSION: string;
declare global { interface Window { q: Q } }
