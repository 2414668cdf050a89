/**
 * A ledger.
 * @extends Base
 */
export class Ledger extends Base {
  static total = 0;
  #secret = 1;
  constructor(x) { super(x); this.tick = () => { this.#secret++; }; }
  get size() { return this.n; }
  set size(v) { this.n = v; }
  async *walk() {}
  static of(...xs) { return new Ledger(xs); }
  handle = (e) => { this.walk(); };
  #hide() {}
  ['computed']() {}
}
const Local = class extends mixin(Base) {};
export default class extends ns.Other {}
