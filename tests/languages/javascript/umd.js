/*! shop v1 | MIT License */
(function (root, factory) {
  if (typeof define === 'function' && define.amd) {
    define(['jquery'], factory);
  } else if (typeof exports === 'object') {
    module.exports = factory(require('jquery'));
  } else {
    root.Shop = factory(root.jQuery);
  }
}(this, function ($) {
  var cache = {};

  /**
   * A cart.
   * @constructor
   */
  function Cart(id) {
    if (!(this instanceof Cart)) return new Cart(id);
    this.id = id;
    this.total = function () { return sum(this.lines); };
  }

  Cart.prototype = {
    constructor: Cart,
    add: function (line) {
      this.lines.push(line);
      return this;
    },
  };

  Cart.prototype.clear = function () {
    $.each(this.lines, function (i, line) { line.drop(); });
  };

  Cart.load = function (id) { return cache[id] || (cache[id] = new Cart(id)); };

  $.fn.cart = function (options) {
    return this.each(function () { Cart.load(options.id); });
  };

  return Cart;
}));
