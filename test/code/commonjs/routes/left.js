const mailer = require('../lib/instance');
const lib = require('../lib');

exports.left = (req) => mailer.track('user.lft', req.user.email); // finds sent-unknown-event
exports.bye = (req) => lib.left(req.user.email);
