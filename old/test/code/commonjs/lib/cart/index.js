const resend = require('resend').client(process.env.RESEND_API_KEY);

exports = module.exports = async (event, payload) =>
  resend.events.send({ event, email: 'a@b.co', payload });
