import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `start: trigger user.created
     hello: send_email welcome
     start -> hello`,
  ],
  invalid: [
    {
      input: `
        start: trigger user.created
        pause: delay 3 days
        start -> pause`,
      reports: ['no step of the workflow acts'],
    },
    {
      name: 'a disabled workflow',
      input: `
        workflow Draft disabled
        start: trigger user.created`,
      reports: ['info: no step of the workflow acts'],
    },
  ],
} satisfies RuleCases;
