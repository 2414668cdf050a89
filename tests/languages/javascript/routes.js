'use strict';

/**
 * Routes of the shop.
 * @module routes
 */
const express = require('express');
const { findCart, saveCart: save } = require('./store');
const auth = require('../auth')({ strict: true });

const router = express.Router();
const MAX = 50, DEFAULTS = { page: 1 };

router.use(auth.required);

router.get('/carts/:id', auth.role('reader'), async (req, res, next) => {
  try {
    const cart = await findCart(req.params.id);
    if (!cart) return res.status(404).end();
    res.json(cart);
  } catch (error) {
    next(error);
  }
});

router.post('/carts', async function createCart(req, res) {
  const cart = await save(new Cart(req.body));
  res.status(201).json(cart?.toJSON());
});

function page(items, { size = MAX, at = 0 } = {}) {
  const start = at * size;
  const take = (list) => list.slice(start, start + size);
  return take(items);
}

async function* all(store) {
  for await (const cart of store.carts()) yield cart;
}

module.exports = router;
module.exports.page = page;
module.exports.all = all;
exports.errors = {
  missing(err, req, res, next) { res.status(404); },
  other: (err) => log(err),
};
