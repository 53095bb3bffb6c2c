import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  offer: send_email offer
  start -> welcome -> tips -> offer`,
    {
      name: 'step of unknown type',
      input: `
  workflow Split test
  start: trigger user.created
  split: ab_split {"share":50}
  a: send_email a
  b: send_email b
  start -> split -> a
  split -> b`,
    },
    {
      name: 'two branches',
      input: `
  workflow Plan
  start: trigger user.created
  pro: condition event.plan eq "pro"
  a: send_email a
  b: send_email b
  start -> pro -met-> a
  pro -not-> b`,
    },
    {
      name: 'both branches to one step',
      input: `
  workflow Check
  start: trigger user.created
  verified: wait_for_event user.verified for 1 hour
  mail: send_email tips
  start -> verified -received-> mail
  verified -timeout-> mail`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  offer: send_email offer
  start -> welcome -> tips
  welcome -> offer`,
      reports: ['send_email "welcome" has 2 "default" connections'],
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  start -> welcome
  start -> welcome`,
      name: 'duplicate',
      reports: ['duplicate "default" connection from "start" to "welcome"'],
    },
    {
      name: 'three times with and without type',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  start -> welcome
  start -> welcome
  start -> welcome`,
      reports: ['duplicate "default" connection from "start" to "welcome", in 2 places'],
    },
  ],
} satisfies RuleCases;
