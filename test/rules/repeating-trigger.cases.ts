import type { RuleCases } from '../cases.ts';

const on = (event: string): string => `
        start: trigger ${event}
        pause: delay 1 day
        tips: send_email tips
        start -> pause -> tips`;
const reports = (event: string): readonly string[] => [
  `each occurrence of event "${event}" sends the emails again`,
];

export default {
  valid: [
    on('user.created'),
    on('order.placed'),
    { name: 'exempted', input: on('cart.abandoned'), options: { once: ['cart.abandoned'] } },
    {
      name: 'a wait may end the run before the email',
      input: `
        start: trigger cart.abandoned
        paid: wait_for_event order.paid for 1 day
        tips: send_email tips
        start -> paid -timeout-> tips`,
    },
    {
      name: 'a word within another',
      input: on('plan.deactive_requested'),
    },
    {
      name: 'another workflow waits for it',
      input: `
        workflow Reminder
        start: trigger checkout.left
        bought: wait_for_event order.placed for 1 day
        reminder: send_email reminder
        start -> bought -timeout-> reminder
        workflow Confirmation
        start: trigger order.placed
        confirm: send_email order-confirmation
        start -> confirm`,
    },
    `
      workflow Activation
      start: trigger user.signed_up
      activated: wait_for_event user.activated for 1 day
      nudge: send_email activation-nudge
      start -> activated -timeout-> nudge
      workflow Habits
      start: trigger user.signed_up
      activated: wait_for_event user.activated for 30 days
      habit_1: send_email habit-parallel
      start -> activated -received-> habit_1`,
  ],
  invalid: [
    { input: on('workspace.active'), reports: reports('workspace.active') },
    { name: 'a prefix', input: on('kiln.glaze_viewed'), reports: reports('kiln.glaze_viewed') },
    { name: 'camel case', input: on('acme:cartAbandoned'), reports: reports('acme:cartAbandoned') },
    { name: 'one word', input: on('login'), reports: reports('login') },
    { name: 'two words', input: on('user.logged_in'), reports: reports('user.logged_in') },
  ],
} satisfies RuleCases;
