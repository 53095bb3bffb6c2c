const { Resend } = require('resend');
const resend = new Resend(process.env.RESEND_API_KEY);

module.exports = function (event, email) {
  return resend.events.send({ event, email });
};
module.exports.left = (email) => module.exports('user.left', email);
