import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Welcome series
  start: trigger user.created
  welcome: send_email tpl_welcome
  wait: delay 2 days
  tips: send_email tpl_tips
  start -> welcome -> wait -> tips`,
    {
      name: 'prototype names as keys',
      input: `
  workflow Welcome series
  __proto__: trigger user.created
  constructor: send_email tpl_tips
  toString: send_email tpl_tips
  __proto__ -> constructor -> toString`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Welcome series
  start: trigger user.created
  welcome: send_email tpl_welcome
  wait: delay 2 days
  tips: send_email tpl_tips
  start -> welcome -> wait -> tipps`,
      reports: ['connection from "wait" points to unknown step "tipps"'],
    },
    {
      name: 'near an earlier step, to which nobody may want to go back',
      input: `
  workflow Welcome series
  start: trigger user.created
  tips_1: send_email tpl_tips
  wait: delay 2 days
  news: send_email tpl_news
  start -> tips_1 -> wait -> news -> tipss_1`,
      reports: ['connection from "news" points to unknown step "tipss_1"'],
    },
    {
      name: 'both ends',
      input: `
  workflow Welcome series
  start: trigger user.created
  nobody -> nowhere
  start -> end`,
      reports: [
        'connection to "nowhere" starts at unknown step "nobody"',
        'connection from "nobody" points to unknown step "nowhere"',
        'connection from "start" points to unknown step "end"',
      ],
    },
    {
      name: 'blank target',
      input: {
        'case.json': {
          name: 'Welcome',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { key: 'hello', type: 'send_email', config: { template: { id: 'hello' } } },
          ],
          connections: [
            { from: 'start', to: 'hello' },
            { from: 'hello', to: ' ' },
          ],
        },
      },
      reports: ['connection from "hello" points to unknown step " "'],
    },
    {
      name: 'one key in three places',
      input: `
  workflow Welcome
  start: trigger user.created
  hello: send_email hello
  bye: send_email bye
  start -> hello -> nirvana
  start -> nirvana -> bye`,
      reports: [
        'connection from "hello" points to unknown step "nirvana"',
        'connection from "start" points to unknown step "nirvana"',
        'connection to "bye" starts at unknown step "nirvana"',
      ],
    },
    {
      name: 'step of another workflow',
      input: `
  workflow Welcome series
  start: trigger user.created
  start -> goodbye
  workflow Farewell
  left: trigger user.left
  goodbye: send_email tpl_bye
  left -> goodbye`,
      reports: ['connection from "start" points to step "goodbye" of workflow "Farewell"'],
    },
    {
      name: 'between two near keys',
      input: `
  workflow Welcome
  start: trigger user.created
  mail1: send_email mail1
  mail2: send_email mail2
  start -> mail1 -> mail2
  start -> mail3
  mail1 -> mail4`,
      reports: [
        'connection from "start" points to unknown step "mail3"',
        'connection from "mail1" points to unknown step "mail4"',
      ],
    },
    {
      name: 'own end is no guess',
      input: `
  workflow Welcome series
  tips_1: send_email tpl_tips
  tips_1 -> tips_2`,
      reports: ['connection from "tips_1" points to unknown step "tips_2"'],
    },
    {
      name: 'near key and unknown key',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  goodbye: send_email goodbye
  survey: send_email survey
  start -> welcom
  welcome -> goodbye -> nirvana`,
      reports: [
        'connection from "start" points to unknown step "welcom"',
        'connection from "goodbye" points to unknown step "nirvana"',
      ],
    },
  ],
} satisfies RuleCases;
