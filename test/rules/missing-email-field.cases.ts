import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: {
        'case.json': {
          name: 'Welcome',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: {
                template_id: 'welcome',
                subject: 'Welcome to Loom & Co',
                from: 'Loom & Co <hello@loomandco.shop>',
              },
            },
          ],
          edges: [
            {
              id: 'a1000000-0000-4000-8000-000000000001',
              from_step_id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              to_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              edge_type: 'default',
            },
          ],
        },
      },
      name: 'missing subject',
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"subject":"Welcome","from":"Parcel <hello@parcel.io>"}
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":null,"subject":"Welcome","html":"","variables":[]}]`,
      name: 'missing sender',
    },
  ],
  invalid: [
    {
      input: {
        'case.json': {
          name: 'Welcome',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: { template_id: 'welcome', from: 'Loom & Co <hello@loomandco.shop>' },
            },
          ],
          edges: [
            {
              id: 'a1000000-0000-4000-8000-000000000001',
              from_step_id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              to_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              edge_type: 'default',
            },
          ],
        },
      },
      name: 'missing subject',
      reports: [
        'warning: send_email "5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02" ("welcome") has no subject',
      ],
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"subject":"Welcome"}
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":null,"subject":"Welcome","html":"","variables":[]}]`,
      name: 'missing sender',
      reports: ['send_email "welcome" has no sender'],
    },
    {
      name: 'neither step nor template',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  second: send_email trial-welcome
  start -> welcome -> second
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":null,"html":"","variables":[]}]`,
      reports: ['send_email "welcome" has no subject', 'send_email "second" has no subject'],
    },
    {
      name: 'blank or null',
      input: {
        'case.json': {
          name: 'Onboarding',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: { template_id: 'welcome', subject: '' },
            },
            {
              id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              type: 'send_email',
              config: { templateId: 'first-steps', subject: ' \t' },
            },
            {
              id: 'd4b3e2a1-7c6f-4b8e-9dac-1f2a3b4c5d04',
              type: 'send_email',
              config: { template_id: 'tips', subject: null },
            },
          ],
          edges: [
            {
              id: 'a1000000-0000-4000-8000-000000000001',
              from_step_id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              to_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              edge_type: 'default',
            },
            {
              id: 'a1000000-0000-4000-8000-000000000002',
              from_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              to_step_id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              edge_type: 'default',
            },
            {
              id: 'a1000000-0000-4000-8000-000000000003',
              from_step_id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              to_step_id: 'd4b3e2a1-7c6f-4b8e-9dac-1f2a3b4c5d04',
              edge_type: 'default',
            },
          ],
        },
      },
      reports: [
        'warning: send_email "5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02" ("welcome") has no subject',
        'warning: send_email "c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03" ("first-steps") has no subject',
        'warning: send_email "d4b3e2a1-7c6f-4b8e-9dac-1f2a3b4c5d04" ("tips") has no subject',
      ],
    },
    {
      name: 'blank in the template',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email welcome
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"welcome","name":"Welcome","status":"published","from":" ","subject":"Welcome","variables":[]}]`,
      reports: ['send_email "welcome" has no sender'],
    },
  ],
} satisfies RuleCases;
