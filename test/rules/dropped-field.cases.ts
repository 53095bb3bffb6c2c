import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'known fields',
      input: 'event user.created',
      calls: [
        { event: 'password.reset', fields: ['event', 'email', 'payload'] },
        {
          via: 'http',
          callee: 'POST /events/send',
          event: 'password.reset',
          fields: ['event', 'contact_id', 'payload'],
        },
      ],
    },
    { name: 'fields that are not known', input: 'event user.created', calls: [{ event: 'a' }] },
    {
      name: 'configs as the SDK has them',
      input: 'event user.created',
      calls: [
        {
          does: 'create',
          callee: 'automations.create',
          raw: {
            steps: [{ key: 'start', type: 'trigger', config: { eventName: 'user.created' } }, 5],
          },
        },
      ],
    },
  ],
  invalid: [
    {
      name: 'example',
      input: 'event user.created',
      calls: [{ event: 'password.reset', fields: ['event', 'email', 'data'] }],
      reports: ['the SDK drops the field "data"'],
    },
    {
      name: 'a template by its id alone',
      input: 'event user.created',
      calls: [
        {
          does: 'create',
          callee: 'automations.create',
          raw: { steps: [{ key: 'mail', type: 'send_email', config: { templateId: 't' } }] },
        },
      ],
      reports: ['the SDK drops the field "templateId"'],
    },
    {
      name: 'several',
      input: 'event user.created',
      calls: [
        { event: 'a', fields: ['event', 'email', 'colour'] },
        { event: 'b', fields: ['event', 'email', 'colour', 'data'] },
        { event: 'c', fields: ['event', 'email', 'payload', 'data'] },
      ],
      reports: [
        'warning: the SDK drops the field "colour"',
        'warning: the SDK drops the field "colour"',
        'the SDK drops the field "data"',
        'warning: the SDK drops the field "data"',
      ],
    },
    {
      name: 'a misspelt field',
      input: 'event user.created',
      calls: [{ event: 'a', fields: ['event', 'emial', 'payload'] }],
      reports: ['the SDK drops the field "emial"'],
    },
    {
      name: 'event and contact',
      input: 'event user.created',
      calls: [
        { fields: ['name', 'contact_id'] },
        {
          via: 'http',
          callee: 'POST /events/send',
          fields: ['event', 'contactId', 'idempotencyKey'],
        },
      ],
      reports: [
        'the SDK drops the field "contact_id"',
        'the SDK drops the field "name"',
        'the API drops the field "contactId"',
        'warning: the API drops the field "idempotencyKey"',
      ],
    },
    {
      name: 'configs of the API',
      input: 'event user.created',
      calls: [
        {
          does: 'create',
          callee: 'automations.create',
          raw: {
            steps: [
              { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
              { key: 'mail', type: 'send_email', config: { template_id: 't', reply_to: 'a@b.de' } },
            ],
          },
        },
      ],
      reports: ['3 fields are dropped by the SDK: "event_name", "template_id", "reply_to"'],
    },
    {
      name: 'configs of the SDK',
      input: 'event user.created',
      calls: [
        {
          does: 'update',
          via: 'http',
          callee: 'PATCH /automations/a1',
          raw: {
            steps: [{ key: 'start', type: 'trigger', config: { eventName: 'user.created' } }],
          },
        },
      ],
      reports: ['the API drops the field "eventName"'],
    },
    {
      name: 'fallback of a variable',
      input: 'event user.created',
      calls: [
        {
          does: 'other',
          callee: 'templates.create',
          raw: { variables: [{ key: 'PLAN', type: 'string', fallback: 'free' }] },
        },
      ],
      reports: ['the SDK drops the field "fallback"'],
    },
  ],
} satisfies RuleCases;
