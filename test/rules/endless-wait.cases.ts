import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Verify
  start: trigger user.created
  verified: wait_for_event user.verified for 3 days
  tips: send_email tips
  start -> verified -received-> tips`,
      name: 'endless wait',
    },
    {
      input: `
  workflow Verify
  start: trigger user.created
  verified: wait_for_event user.verified for 1 day
  remind: send_email please-verify
  start -> verified -timeout-> remind`,
      name: 'dead branch',
    },
  ],
  invalid: [
    {
      input: `
  workflow Verify
  start: trigger user.created
  verified: wait_for_event user.verified
  tips: send_email tips
  start -> verified -received-> tips`,
      name: 'endless wait',
      reports: ['wait_for_event "verified" has no timeout'],
    },
    {
      input: `
  workflow Verify
  start: trigger user.created
  verified: wait_for_event user.verified
  remind: send_email please-verify
  start -> verified -timeout-> remind`,
      name: 'dead branch',
      reports: ['wait_for_event "verified" has a timeout branch but no timeout'],
    },
    {
      name: 'in an early preview',
      input: {
        'case.json': {
          name: 'Verify',
          steps: [
            { ref: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { ref: 'verified', type: 'wait_for_event', config: { event_name: 'user.verified' } },
            { ref: 'tips', type: 'send_email', config: { template_id: 'tips' } },
          ],
          edges: [
            { from: 'start', to: 'verified' },
            { from: 'verified', to: 'tips', edge_type: 'event_received' },
          ],
        },
      },
      reports: ['wait_for_event "verified" has no timeout'],
    },
    {
      name: 'disabled',
      input: `
  workflow Verify disabled
  start: trigger user.created
  verified: wait_for_event user.verified
  tips: send_email tips
  start -> verified -received-> tips`,
      reports: ['info: wait_for_event "verified" has no timeout'],
    },
    {
      name: 'with a timeout branch',
      input: `
  workflow Timeout branch
  start: trigger user.created
  paid: wait_for_event order.paid
  one: send_email one
  two: send_email two
  start -> paid -received-> one
  paid -timeout-> two
  workflow Only the other branch
  start: trigger user.created
  paid: wait_for_event order.paid
  one: send_email one
  start -> paid -received-> one
  workflow Beside a step that is not reached
  start: trigger user.created
  paid: wait_for_event order.paid
  one: send_email one
  two: send_email two
  start -> paid -received-> one`,
      reports: [
        'wait_for_event "paid" has a timeout branch but no timeout',
        'wait_for_event "paid" has no timeout',
        'wait_for_event "paid" has no timeout',
      ],
    },
    {
      name: 'null alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '1d002875-2ab5-5208-a22d-02192cd0fd02',
          name: 'Verify',
          status: 'enabled',
          steps: [
            {
              id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              type: 'wait_for_event',
              config: { event_name: 'user.verified', timeout_seconds: null },
            },
          ],
          edges: [
            {
              id: 'e1',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              edge_type: 'default',
            },
          ],
        },
      },
      reports: [
        'wait_for_event "b2c3d4e5-f6a7-8901-bcde-f12345678901" ("user.verified") has no timeout',
      ],
    },
    {
      name: 'leads to nothing',
      input: `
  workflow Verify
  start: trigger user.created
  verified: wait_for_event user.verified
  start -> verified -timeout-> remind`,
      reports: ['wait_for_event "verified" has no timeout'],
    },
  ],
} satisfies RuleCases;
