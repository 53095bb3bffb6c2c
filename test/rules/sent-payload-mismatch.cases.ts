import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'example',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.ended',
          payload: {
            properties: new Map([
              ['plan', 'string'],
              ['days', 'number'],
              ['vip', 'boolean'],
              ['at', 'string'],
            ]),
            isWhole: true,
          },
        },
      ],
    },
    {
      name: 'a payload in part',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.ended',
          payload: { properties: new Map([['plan', 'string']]), isWhole: false },
        },
      ],
    },
    {
      name: 'types that are not known',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.ended',
          payload: {
            properties: new Map([
              ['plan', undefined],
              ['days', undefined],
              ['vip', undefined],
              ['at', undefined],
            ]),
            isWhole: true,
          },
        },
      ],
    },
    {
      name: 'no definitions',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [
        {
          event: 'user.created',
          payload: { properties: new Map([['a', 'string']]), isWhole: true },
        },
      ],
    },
  ],
  invalid: [
    {
      name: 'example',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.ended',
          payload: {
            properties: new Map([
              ['plan', 'string'],
              ['days', 'string'],
              ['vip', 'boolean'],
              ['at', 'string'],
              ['planName', 'string'],
            ]),
            isWhole: true,
          },
        },
      ],
      reports: [
        '"days" is sent as string, but the schema has number',
        'warning: "trial.ended" has no property "planName"',
      ],
    },
    {
      name: 'missing, misspelt and null',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.ended',
          payload: {
            properties: new Map([
              ['plna', 'string'],
              ['days', 'null'],
              ['at', 'boolean'],
            ]),
            isWhole: true,
          },
        },
      ],
      reports: [
        '"at" is sent as boolean, but the schema has date',
        'info: "days" is sent as null, but the schema has number',
        'warning: "trial.ended" has no property "plna"',
        'the payload lacks "vip", which the schema has',
      ],
    },
    {
      name: 'read by a workflow',
      input: `
  start: trigger order.paid
  wait: wait_for_event order.sent for 3 days
  mail: send_email thanks {"TOTAL": {"var": "event.total"}, "CODE": {"var": "wait_events.order.sent.code"}}
  start -> wait -received-> mail
  event order.paid
  event order.sent`,
      calls: [
        {
          event: 'order.paid',
          payload: { properties: new Map([['plan', 'string']]), isWhole: true },
        },
        { event: 'order.sent', payload: { properties: new Map([]), isWhole: true } },
      ],
      reports: [
        'warning: the payload lacks "total", which a workflow reads',
        'warning: the payload lacks "code", which a workflow reads',
      ],
    },
    {
      name: 'a misspelt event',
      input:
        'event trial.ended {"plan": "string", "days": "number", "vip": "boolean", "at": "date"}',
      calls: [
        {
          event: 'trial.enedd',
          payload: {
            properties: new Map([
              ['plan', 'string'],
              ['days', 'number'],
              ['vip', 'string'],
              ['at', 'string'],
            ]),
            isWhole: true,
          },
        },
      ],
      reports: ['"vip" is sent as string, but the schema has boolean'],
    },
  ],
} satisfies RuleCases;
