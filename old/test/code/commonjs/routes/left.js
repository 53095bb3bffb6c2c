const mailer = require('../lib/instance');
const lib = require('../lib');
const app = require('./orders');

exports.track = () => app.track('user.none');
exports.left = (req) => mailer.track('user.lft', req.user.email); // finds sent-unknown-event
exports.bye = (req) => lib.left(req.user.email);
