import type { RuleCases } from '../cases.ts';

const WELCOME = `
        workflow Welcome
        start: trigger user.created
        welcome: send_email welcome
        pause: delay 5 hours
        guide: send_email guide
        start -> welcome -> pause -> guide`;
const chain = (pause: string): string => `
        workflow Trial tips
        start: trigger trial.started
        ${[1, 2, 3, 4, 5, 6].map((i) => `mail_${i}: send_email mail-${i}`).join('\n')}
        ${[1, 2, 3, 4, 5].map((i) => `pause_${i}: delay ${pause}`).join('\n')}
        start -> mail_1 -> pause_1 -> mail_2 -> pause_2 -> mail_3
        mail_3 -> pause_3 -> mail_4 -> pause_4 -> mail_5 -> pause_5 -> mail_6`;

export default {
  valid: [
    chain('1 day'),
    `${WELCOME}
        workflow Trial
        start: trigger user.created
        trial_started: send_email trial_started
        pause: delay 1 day
        trial_tips: send_email trial_tips
        start -> trial_started -> pause -> trial_tips`,
    {
      name: 'one of the workflows is disabled',
      input: `${WELCOME}
        workflow Trial disabled
        start: trigger user.created
        one: send_email a
        pause: delay 1 hour
        two: send_email b
        start -> one -> pause -> two`,
    },
    {
      name: 'six emails only for contacts who act',
      input: `
        start: trigger trial.started
        wait: wait_for_event app.used
        one: send_email a
        start -> wait -received-> one`,
    },
  ],
  invalid: [
    {
      name: 'at once, and in each workflow back to back',
      input: `
        workflow Welcome
        start: trigger user.created
        welcome: send_email welcome
        guide: send_email guide
        start -> welcome -> guide
        workflow Trial
        start: trigger user.created
        trial: send_email trial
        tips: send_email tips
        start -> trial -> tips`,
      reports: [
        'a contact who does nothing receives 4 emails within 24 hours of "user.created" (limit: 3)',
      ],
    },
    {
      input: `${WELCOME}
        workflow Trial
        start: trigger user.created
        hour: delay 1 hour
        trial_started: send_email trial_started
        pause: delay 30 minutes
        trial_tips: send_email trial_tips
        last: send_email trial_ends
        start -> hour -> trial_started -> pause -> trial_tips -> last`,
      reports: [
        'a contact who does nothing receives 5 emails within 24 hours of "user.created" (limit: 3)',
      ],
    },
    {
      name: 'within one day',
      input: `
        workflow Welcome
        start: trigger user.created
        hello: send_email welcome
        pause: delay 6 hours
        first_steps: send_email first-steps
        start -> hello -> pause -> first_steps
        workflow Trial tips
        start: trigger user.created
        wait: delay 2 hours
        tip_1: send_email tip-1
        later: delay 12 hours
        tip_2: send_email tip-2
        start -> wait -> tip_1 -> later -> tip_2`,
      reports: [
        'a contact who does nothing receives 4 emails within 24 hours of "user.created" (limit: 3)',
      ],
    },
    {
      name: 'one workflow',
      input: chain('2 hours'),
      reports: ['contacts receive 6 emails within 24 hours (limit: 5)'],
    },
  ],
} satisfies RuleCases;
