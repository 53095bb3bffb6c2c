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
      name: 'condition with two yes alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '4dd77243-c208-5cda-ace9-cc85c318d0a1',
          name: 'Plan',
          status: 'enabled',
          steps: [
            { id: 't', type: 'trigger', config: { event_name: 'user.created' } },
            {
              id: 'c',
              type: 'condition',
              config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
            },
            {
              id: 'a',
              type: 'send_email',
              config: { template_id: 'tpl_a', subject: 'Pro', from: 'Acme <hello@acme.test>' },
            },
            {
              id: 'b',
              type: 'send_email',
              config: { template_id: 'tpl_b', subject: 'Also pro', from: 'Acme <hello@acme.test>' },
            },
            {
              id: 'd',
              type: 'send_email',
              config: { template_id: 'tpl_c', subject: 'Free', from: 'Acme <hello@acme.test>' },
            },
          ],
          edges: [
            { id: 'e1', from_step_id: 't', to_step_id: 'c', edge_type: 'default' },
            { id: 'e2', from_step_id: 'c', to_step_id: 'a', edge_type: 'condition_met' },
            { id: 'e3', from_step_id: 'c', to_step_id: 'b', edge_type: 'condition_met' },
            { id: 'e4', from_step_id: 'c', to_step_id: 'd', edge_type: 'condition_not_met' },
          ],
        },
      },
      reports: ['condition "c" has 2 "condition_met" edges'],
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
    {
      name: 'four ways uuid keys',
      input: {
        'case.json': {
          object: 'workflow',
          id: 'a41b1c39-9cc5-5d77-8296-338bdaaee6c8',
          name: 'Fan out',
          status: 'enabled',
          steps: [
            {
              id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              type: 'send_email',
              config: { template_id: 'tpl_1', subject: 'Welcome!', from: 'Acme <hello@acme.test>' },
            },
            {
              id: 'c3d4e5f6-a7b8-9012-cdef-123456789012',
              type: 'delay',
              config: { seconds: 172800 },
            },
            {
              id: 'd4e5f6a7-b8c9-0123-def1-234567890123',
              type: 'send_email',
              config: {
                template_id: 'tpl_2',
                subject: 'Getting started',
                from: 'Acme <hello@acme.test>',
              },
            },
            {
              id: 'e4e5f6a7-b8c9-0123-def1-234567890123',
              type: 'add_to_segment',
              config: { segment_id: '83a1e324-26dc-47eb-9b28-ba8b6d1fe808' },
            },
          ],
          edges: [
            {
              id: 'e1',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              edge_type: 'default',
            },
            {
              id: 'e2',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'c3d4e5f6-a7b8-9012-cdef-123456789012',
              edge_type: 'default',
            },
            {
              id: 'e3',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'd4e5f6a7-b8c9-0123-def1-234567890123',
              edge_type: 'default',
            },
            {
              id: 'e4',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'e4e5f6a7-b8c9-0123-def1-234567890123',
              edge_type: 'default',
            },
          ],
        },
      },
      reports: [
        'trigger "a1b2c3d4-e5f6-7890-abcd-ef1234567890" ("user.created") has 4 "default" edges',
      ],
    },
  ],
} satisfies RuleCases;
