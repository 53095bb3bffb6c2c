import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      start: trigger user.signed_up
      opened: wait_for_event app.first_opened for 1 day
      prompt: send_email first-prompt
      start -> opened -received-> prompt`,
    {
      name: 'an earlier wait looked for it',
      input: `
        start: trigger user.signed_up
        first: wait_for_event user.activated for 1 day
        nudge: send_email nudge
        second: wait_for_event user.activated for 5 days
        note: send_email note
        start -> first -timeout-> nudge -> second -timeout-> note`,
    },
    {
      name: 'a property is checked after the time',
      input: `
        start: trigger user.signed_up
        day: delay 1 day
        done: condition contact.properties.paid neq true
        paid: wait_for_event order.paid for 1 day
        note: send_email note
        start -> day -> done -met-> paid -timeout-> note`,
    },
    {
      name: 'an event about an email, right after it',
      input: `
        start: trigger user.signed_up
        day: delay 1 day
        hello: send_email hello
        opened: wait_for_event resend:email.opened for 1 day
        note: send_email note
        start -> day -> hello -> opened -timeout-> note`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Activation
        start: trigger user.signed_up
        activated: wait_for_event user.activated for 1 day
        opened: wait_for_event app.first_opened for 1 hour
        prompt: send_email first-prompt
        download: send_email download
        start -> activated -timeout-> opened -received-> prompt
        opened -timeout-> download`,
      reports: [
        'wait_for_event "opened" starts 1 day after the trigger; earlier events are missed',
      ],
    },
    {
      name: 'an answer to an email',
      input: `
        start: trigger user.signed_up
        hello: send_email hello
        day: delay 2 days
        reply: wait_for_event feedback.received for 1 day
        note: send_email note
        start -> hello -> day -> reply -timeout-> note`,
      options: { answers: ['feedback.received'] },
      reports: ['wait_for_event "reply" starts 2 days after the email; earlier events are missed'],
    },
  ],
} satisfies RuleCases;
