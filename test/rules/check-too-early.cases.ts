import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      workflow Welcome
      start: trigger user.created
      hello: send_email welcome
      pause: delay 2 days
      opened: condition contact.properties.opened_welcome eq "true"
      tips: send_email tips
      start -> hello -> pause -> opened -met-> tips`,
    {
      name: 'a property of something else',
      input: `
        start: trigger user.created
        hello: send_email welcome
        team: condition contact.properties.open_seats gt 3
        tips: send_email tips
        start -> hello -> team -met-> tips`,
    },
    {
      name: 'opened by somebody else',
      input: `
        start: trigger user.created
        hello: send_email welcome
        dispute: condition contact.properties.dispute_opened eq true
        tips: send_email tips
        start -> hello -> dispute -met-> tips`,
    },
    {
      name: 'a wait of a day',
      input: `
        start: trigger user.created
        hello: send_email welcome
        opened: wait_for_event resend:email.opened for 1 day
        tips: send_email tips
        start -> hello -> opened -timeout-> tips`,
    },
    {
      name: 'the trigger is about an earlier email',
      input: `
        start: trigger resend:email.clicked
        hello: send_email welcome
        link: condition event.clicked_link eq "pricing"
        tips: send_email tips
        start -> hello -> link -met-> tips`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Welcome
        start: trigger user.created
        hello: send_email welcome
        opened: condition contact.properties.opened_welcome eq "true"
        tips: send_email tips
        again: send_email again
        start -> hello -> opened -met-> tips
        opened -not-> again`,
      reports: [
        'condition "opened" checks "contact.properties.opened_welcome" right after "hello"',
      ],
    },
    {
      name: 'a wait of seconds',
      input: `
        start: trigger user.created
        hello: send_email welcome
        opened: wait_for_event resend:email.opened for 10 seconds
        again: send_email again
        start -> hello -> opened -timeout-> again`,
      reports: [
        'wait_for_event "opened" checks "resend:email.opened" only 10 seconds after "hello"',
      ],
    },
  ],
} satisfies RuleCases;
