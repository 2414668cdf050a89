// What this package offers.
export const VERSION = '1.2.0';
export const LIMITS = Object.freeze({
  lines: 100,
  carts: 10,
});
export { Cart, Line as CartLine } from './cart.js';
export { default as Store, open } from './store.js';
export { default } from './shop.js';
export * from './errors.js';
export * as money from './money.js';

const local = 1, other = 2;
function helper() {}
export { local, other as alias, helper as default2 };

export let counter = 0;
export const [first, second] = pair();
export const { a, b: renamed } = options();
