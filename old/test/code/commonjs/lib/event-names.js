exports.WELCOME = 'user.created';
exports.PAID = 'order.paid';
module.exports.CART = 'cart.left';
