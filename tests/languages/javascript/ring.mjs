/**
 * A ring buffer.
 */
import { inspect } from 'node:util';

export class Full extends RangeError {}

export class Ring extends mixin(Base, Iterable) {
  #items = [];
  static #count = 0;
  static MAX = 16;
  size;

  static {
    Ring.#count = 0;
  }

  constructor(size = Ring.MAX) {
    super();
    this.size = size;
    this.onFull = () => this.#drop();
  }

  /** Adds one. */
  push(item) {
    if (this.full) throw new Full('full');
    this.#items.push(item);
    return this;
  }

  get full() { return this.#items.length === this.size; }
  set full(value) { if (value) this.#drop(); }

  #drop() { this.#items.shift(); }

  static of(...items) { return items.reduce((ring, x) => ring.push(x), new Ring(items.length)); }

  *[Symbol.iterator]() { yield* this.#items; }

  async *later() { for (const x of this) yield x; }

  [inspect.custom]() { return `Ring(${this.size})`; }

  'quoted name'() {}
}

export const Stack = class extends Ring {
  pop() { return super.pop(); }
};
