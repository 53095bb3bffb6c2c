'use strict';
const { Resend } = require('resend');
const events = require('./event-names');

const resend = new Resend(process.env.RESEND_API_KEY);

async function fire(event, user, payload) {
  const { data, error } = await resend.events.send({
    event,
    email: user.email,
    payload,
  });
  if (error) throw error;
  return data;
}

module.exports = {
  fire,
  welcome: (user) => fire(events.WELCOME, user, { plan: user.plan, name: user.name }),
  reset: async (user, resetUrl) => {
    await resend.events.send({
      event: 'password-reset', // finds sent-unknown-event
      email: user.email,
      data: { // finds dropped-field
        resetUrl,
        name: user.name,
      },
    });
  },
};
