import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
  ],
  invalid: [],
} satisfies RuleCases;
