// Function expressions that have a name, and names taken out of values.
const [isText, isList] = ['string', 'object'].map(typeTest);
const { isArray, from: copy } = Array;
const { join } = require('node:path');

module.exports = function renderFile(name, options) {
  return join(name, options);
};

defineGetter(req, 'host', function host() {
  return this.get('Host');
});

export const Row = memo(function Row(line) {
  return line;
});

function outer() {
  return function inner(a) { return isArray(a) ? copy(a) : isText(a); };
}
