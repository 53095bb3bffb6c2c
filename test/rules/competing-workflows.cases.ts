import type { RuleCases } from '../cases.ts';

const WELCOME = `
        workflow Welcome
        start: trigger user.created
        pause: delay 1 day
        welcome: send_email welcome
        start -> pause -> welcome`;

export default {
  valid: [
    `${WELCOME}
        workflow Trial
        start: trigger user.created
        pause: delay 2 days
        trial_tips: send_email trial_tips
        start -> pause -> trial_tips`,
    {
      name: 'one is disabled',
      input: `${WELCOME}
        workflow Trial disabled
        start: trigger user.created
        pause: delay 1 day
        trial_tips: send_email trial_tips
        start -> pause -> trial_tips`,
    },
    {
      name: 'one sends emails, and one adds to a segment',
      input: `${WELCOME}
        workflow Segment
        start: trigger user.created
        add: add_to_segment new-users
        start -> add`,
    },
    {
      name: 'only contacts who act receive the second email',
      input: `${WELCOME}
        workflow Trial
        start: trigger user.created
        paid: wait_for_event order.paid for 1 day
        thanks: send_email thanks
        start -> paid -received-> thanks`,
    },
  ],
  invalid: [
    {
      input: `${WELCOME}
        workflow Trial
        start: trigger user.created
        pause: delay 24 hours
        trial_tips: send_email trial_tips
        start -> pause -> trial_tips`,
      reports: ['workflow "Welcome" sends "welcome" at the same time'],
    },
    {
      name: 'immediately',
      input: `
        workflow Welcome by email
        start: trigger user.created
        hello: send_email tpl_hello
        start -> hello
        workflow Onboarding 2026
        start: trigger user.created
        setup: send_email tpl_setup
        start -> setup`,
      reports: ['workflow "Welcome by email" sends "hello" at the same time'],
    },
    {
      name: 'both for a contact who does nothing',
      input: `
        workflow Activation
        start: trigger user.created
        active: wait_for_event user.activated for 3 days
        remind: send_email remind
        start -> active -timeout-> remind
        workflow Billing
        start: trigger user.created
        paid: wait_for_event order.paid for 3 days
        ask: send_email ask
        start -> paid -timeout-> ask`,
      reports: [
        'workflow "Activation" sends "remind" at the same time, if "order.paid" does not come',
      ],
    },
    {
      name: 'within the first hour',
      input: `
        workflow Welcome
        start: trigger user.created
        hello: send_email hello
        start -> hello
        workflow Setup
        start: trigger user.created
        pause: delay 30 minutes
        setup: send_email setup
        start -> pause -> setup`,
      reports: ['workflow "Welcome" also sends an email within the first hour'],
    },
  ],
} satisfies RuleCases;
