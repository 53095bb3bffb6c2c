const fire = require('../lib/fire');
const cart = require('../lib/cart');
const notify = require('../lib/notify.js');

exports.left = (req) => fire('user.lft', req.user.email); // finds sent-unknown-event
exports.bye = (req) => fire.left(req.user.email);
exports.cart = () => cart('cart.left', { item: 3 }); // finds sent-payload-mismatch
exports.gone = () => require('../lib/fire')('user.gone', 'a@b.co'); // finds sent-unknown-event
exports.told = () => notify('user.told'); // finds sent-unknown-event
