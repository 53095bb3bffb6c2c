import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
      workflow Welcome series
      start: trigger user.created
      welcome: send_email welcome
      two_days: delay 2 days
      tips: send_email tips
      start -> welcome -> two_days -> tips`,
    {
      name: 'a structure that stops the flow',
      input: `
        start: trigger user.created
        pause: delay 2 days
        start -> pause -> nowhere`,
    },
    {
      name: 'one branch of a wait',
      input: `
        start: trigger user.created
        paid: wait_for_event order.paid for 2 days
        tips: send_email tips
        start -> paid -timeout-> tips`,
    },
  ],
  invalid: [
    {
      input: `
        workflow Welcome series
        start: trigger user.created
        welcome: send_email welcome
        two_days: delay 2 days
        start -> welcome -> two_days`,
      reports: ['no step follows delay "two_days": the run ends after it'],
    },
    {
      name: 'a wait',
      input: `
        start: trigger user.created
        paid: wait_for_event order.paid for 2 days
        start -> paid`,
      reports: ['no step follows wait_for_event "paid": the run ends after it'],
    },
    {
      name: 'an unreadable length',
      input: `
        workflow Draft disabled
        start: trigger user.created
        pause: delay soon
        start -> pause`,
      reports: ['info: no step follows delay "pause": the run ends after it'],
    },
  ],
} satisfies RuleCases;
