const { Resend } = require('resend');
const resend = new Resend(process.env.RESEND_API_KEY);

async function send(event) {
  await resend.events.send({ event, email: 'a@b.co' });
}
module.exports = send;
