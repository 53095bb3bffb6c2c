import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      workflow Welcome series
      start: trigger user.created
      welcome: send_email welcome
      day: delay 1 day
      first_steps: send_email first_steps
      start -> welcome -> day -> first_steps`,
    {
      name: 'the contact acts between the emails, so the time is not known',
      input: `
        start: trigger user.created
        one: send_email a
        wait: wait_for_event order.paid for 1 day
        two: send_email b
        start -> one -> wait -received-> two`,
    },
    {
      name: 'the contact acts within seconds',
      input: `
        start: trigger user.created
        one: send_email a
        wait: wait_for_event email.confirmed for 30 seconds
        two: send_email b
        start -> one -> wait -received-> two`,
    },
    {
      name: 'nobody who gets the first email gets the second',
      input: `
        start: trigger user.created
        pro: condition event.plan eq "pro"
        one: send_email a
        again: condition event.plan neq "pro"
        two: send_email b
        start -> pro -met-> one -> again -met-> two
        pro -not-> again`,
    },
    {
      name: 'emails after an unsubscription are skipped',
      input: `
        start: trigger user.created
        one: send_email a
        leave: contact_update {"unsubscribed": true}
        two: send_email b
        start -> one -> leave -> two`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Welcome series
        start: trigger user.created
        welcome: send_email welcome
        first_steps: send_email first_steps
        pause: delay 3 days
        checkin: send_email checkin
        start -> welcome -> first_steps -> pause -> checkin`,
      reports: ['send_email "first_steps" is sent right after "welcome"'],
    },
    {
      name: 'a chain is one finding',
      input: `
        start: trigger user.created
        one: send_email a
        two: send_email b
        three: send_email c
        start -> one -> two -> three`,
      reports: ['2 emails are sent right after another one: "two", "three"'],
    },
    {
      name: 'in one case, which is named',
      input: `
        start: trigger user.created
        one: send_email a
        paid: wait_for_event order.paid for 1 day
        two: send_email b
        short: delay 10 seconds
        three: send_email c
        start -> one -> paid -timeout-> two -> short -> three`,
      reports: [
        'send_email "three" is sent only 10 seconds after "two", if "order.paid" does not come',
      ],
    },
    {
      name: 'exact behind a wait',
      input: `
        start: trigger user.created
        paid: wait_for_event order.paid
        one: send_email a
        two: send_email b
        start -> paid -received-> one -> two`,
      reports: ['send_email "two" is sent right after "one", if "order.paid" comes'],
    },
    {
      name: 'another limit, and a disabled workflow',
      input: `
        workflow Draft disabled
        start: trigger user.created
        one: send_email a
        pause: delay 2 hours
        two: send_email b
        start -> one -> pause -> two`,
      options: { min: '3 hours' },
      reports: ['info: send_email "two" is sent only 2 hours after "one"'],
    },
  ],
} satisfies RuleCases;
