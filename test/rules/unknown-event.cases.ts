import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email tpl_trial
  start -> welcome
  event trial.started {"plan":"string"}
  event trial.ended`,
    {
      input: `
  workflow Follow up
  start: trigger user.created
  first: send_email tpl_first
  opened: wait_for_event resend:email.opened for 3 days
  second: send_email tpl_second
  start -> first -> opened -received-> second`,
      name: 'events of the service',
    },
    {
      name: 'no definitions',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
    },
    {
      name: 'known by options',
      input: `
  start: trigger acme:x
  hello: send_email welcome
  start -> hello
  wait: wait_for_event beta.x for 1 day
  hello -> wait
  event other.event`,
      options: { system: ['acme:'], known: ['beta.x'] },
    },
    {
      name: 'sent and defined',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event user.created`,
      calls: [{ event: 'user.created' }],
    },
  ],
  invalid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.start
  welcome: send_email tpl_trial
  start -> welcome
  event trial.started {"plan":"string"}
  event trial.ended`,
      reports: ['event "trial.start" is not defined'],
    },
    {
      input: `
  workflow Follow up
  start: trigger user.created
  first: send_email tpl_first
  opened: wait_for_event resend:email.openned for 3 days
  second: send_email tpl_second
  start -> first -> opened -received-> second`,
      name: 'an event of the service',
      reports: ['event "resend:email.openned" is not defined'],
    },
    {
      name: 'nothing near',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event order.paid`,
      reports: ['event "user.created" is not defined'],
    },
    {
      name: 'a partial list',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event user.craeted
  partial events`,
      reports: ['warning: event "user.created" is not in the loaded events'],
    },
    {
      name: 'two steps of one workflow',
      input: `
  start: trigger user.created
  wait: wait_for_event order.piad for 1 day
  again: wait_for_event order.piad for 1 day
  hello: send_email welcome
  start -> wait -timeout-> again -timeout-> hello
  event order.paid
  event user.created`,
      reports: ['event "order.piad" is not defined, in 2 places'],
    },
    {
      name: 'sent by code',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event user.created`,
      calls: [{ event: 'user.craeted' }, { event: 'order.paid', origin: 'record' }],
      reports: ['event "user.craeted" is not defined', 'event "order.paid" is not defined'],
    },
    {
      name: 'an unknown event of the service',
      input: `
  start: trigger resend:contact.zzz
  hello: send_email welcome
  start -> hello`,
      reports: ['warning: event "resend:contact.zzz" is not defined'],
    },
  ],
} satisfies RuleCases;
