/* eslint-env node */
// Helpers for carts.
import a, { b as c, d } from "./mod";
import * as ns from 'ns';
import "side";
const fs = require("fs");
export { q } from "./q";
export * from "./all";

const MAX_ITEMS = 10;
let count = 0, other = 2;
const handlers = {
  open() { return 1; },
  close: function () {},
  "odd-name": () => 2,
  value: 3,
};
export const run = async x => go(x);
module.exports = { go(){ return 1 }, stop: function(){} };
Cart.prototype.add = function(item){ this.items.push(item); };
(function () {
  function hidden() {}
  hidden();
})();
/** Adds up.
 * @param {number} x
 */
export default function(){ return new ns.Thing(1); }
const u = `https://x.test/*`;
function after(){ return 1 }
const debounced = debounce(() => { save(); });
exports.legacy = function legacy() {};

/**
 * Sets the type.
 */

res.contentType =
res.type = function contentType(type) {
  return this.set(type);
};

describe('outer', function () {
  describe('inner', function () {
    it('works', function () { assert(res.type()); });
  });
});
