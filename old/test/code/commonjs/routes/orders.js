const express = require('express');
const mailer = require('../lib/mailer');
const { fire } = require('../lib/mailer.js');
const { PAID, CART } = require('../lib/event-names');
const router = express.Router();

router.post('/events/send', async (req, res) => res.json({}));
router.post('/orders', async (req, res) => {
  await mailer.fire(PAID, req.user, { order_id: req.body.id, total: `${req.body.total}` }); // finds sent-payload-mismatch
  await fire(CART, req.user, { items: req.body.items.length, url: req.body.url });
  await fire('cart.abandoned', req.user, { items: 3, url: 'x' }); // finds sent-unknown-event
  await mailer.welcome(req.user);
  res.json({});
});
module.exports = router;
