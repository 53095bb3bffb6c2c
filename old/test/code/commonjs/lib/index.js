exports = module.exports = { left: (email) => track('user.left', email) };
const track = require(process.env.TRACK || './mailer');
module.exports.bye = track;
