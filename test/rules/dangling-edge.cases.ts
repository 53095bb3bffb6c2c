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
    {
      name: 'edges by ref',
      input: {
        'case.json': {
          name: 'Welcome series',
          steps: [
            { id: '1', ref: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { id: '2', ref: 'welcome', type: 'send_email', config: { template_id: 't' } },
          ],
          edges: [
            { id: 'e', from_step_id: '1', to_step_id: '2', edge_type: 'default' },
            { from: 'start', to: 'welcome' },
          ],
        },
      },
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
      name: 'alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: 'bfd40809-847d-4513-8e02-018660bd3132',
          name: 'Welcome series',
          status: 'enabled',
          created_at: '2025-10-01T12:00:00.000Z',
          updated_at: '2025-11-14T08:30:00.000Z',
          steps: [
            {
              id: 'a1b2c3d4-1111-4222-8333-000000000001',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: 'a1b2c3d4-1111-4222-8333-000000000002',
              type: 'send_email',
              config: { template_id: 'tpl_welcome', subject: 'Welcome!' },
            },
          ],
          edges: [
            {
              id: 'cd3dc8b6-cffb-41e4-863d-cbd857ca87da',
              from_step_id: 'a1b2c3d4-1111-4222-8333-000000000001',
              to_step_id: 'a1b2c3d4-1111-4222-8333-000000000020',
              edge_type: 'default',
            },
            {
              id: '68a9e49b-bc88-4020-83a0-62a78ab3bf30',
              from_step_id: 'a1b2c3d4-1111-4222-8333-000000000002',
              to_step_id: '0f9e8d7c-6b5a-4c3d-8e2f-1a0b9c8d7e6f',
              edge_type: 'default',
            },
          ],
        },
      },
      reports: [
        'edge from "user.created" points to unknown step "a1b2c3d4-1111-4222-8333-000000000020"',
        'edge from "Welcome!" points to unknown step "0f9e8d7c-6b5a-4c3d-8e2f-1a0b9c8d7e6f"',
      ],
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
      reports: ['connection has a blank target'],
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
