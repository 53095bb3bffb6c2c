const { Resend } = require('resend');
let sent = 0;
sent = 1;

class Mailer {
  #resend;
  constructor() {
    this.#resend = new Resend(process.env.RESEND_API_KEY);
  }
  track(event, email) {
    if (!event) return this.#resend.events.send({ event: 'user.left', email });
    return this.#resend.events.send({ event, email });
  }
}
module.exports = new Mailer();
module.exports.track.name = 'events';
