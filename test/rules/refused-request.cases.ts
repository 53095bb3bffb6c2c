import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'right requests',
      input: 'event user.created',
      calls: [
        {
          via: 'http',
          callee: 'POST /events/send',
          event: 'user.created',
          fields: ['event', 'email'],
          request: { method: 'POST', path: '/events/send' },
        },
        {
          does: 'define',
          via: 'http',
          callee: 'POST /events',
          fields: ['name', 'schema'],
          request: { method: 'POST', path: '/events' },
        },
        {
          does: 'create',
          via: 'http',
          callee: 'POST /automations',
          request: { method: 'POST', path: '/automations' },
        },
        {
          does: 'other',
          via: 'http',
          callee: 'POST',
          request: { method: 'POST', path: '/automations/a1/stop' },
        },
        { does: 'other', callee: 'contacts.create' },
        { does: 'define', callee: 'events.create', fields: ['name'] },
        {
          does: 'other',
          via: 'http',
          callee: 'POST /contacts',
          request: { method: 'POST', path: '/contacts' },
        },
      ],
    },
  ],
  invalid: [
    {
      name: 'wrong endpoint',
      input: 'event user.created',
      calls: [{ does: 'define', callee: 'events.create', fields: ['event', 'email', 'payload'] }],
      reports: ['events.create defines an event and sends nothing'],
    },
    {
      name: 'a member and a method that do not exist',
      input: 'event user.created',
      calls: [
        { does: 'other', callee: 'event.send' },
        {
          does: 'other',
          via: 'http',
          callee: 'GET /events/send',
          request: { method: 'GET', path: '/events/send' },
        },
      ],
      reports: ['the SDK has no event.send', 'the API has no GET /events/send'],
    },
    {
      name: 'a send to the definitions',
      input: 'event user.created',
      calls: [
        {
          does: 'define',
          via: 'http',
          callee: 'POST /events',
          fields: ['type', 'contact_id'],
          request: { method: 'POST', path: '/events' },
        },
      ],
      reports: ['POST /events defines an event and sends nothing'],
    },
    {
      name: 'no such path',
      input: 'event user.created',
      calls: [
        {
          does: 'other',
          via: 'http',
          callee: 'POST',
          request: { method: 'POST', path: '/automations/events' },
        },
        {
          does: 'other',
          via: 'http',
          callee: 'POST',
          request: { method: 'POST', path: '/contacts/events' },
        },
        {
          does: 'other',
          via: 'http',
          callee: 'POST',
          request: { method: 'POST', path: '/automations/a1' },
        },
        { does: 'other', via: 'http', callee: 'POST', request: { method: 'POST', path: '/event' } },
      ],
      reports: [
        'the API has no POST /automations/events',
        'the API has no POST /contacts/events',
        'the API has no POST /automations/a1',
        'the API has no POST /event',
      ],
    },
    {
      name: 'no such method',
      input: 'event user.created',
      calls: [
        { does: 'other', callee: 'contacts.createEvent' },
        { does: 'other', callee: 'events.trigger' },
      ],
      reports: ['the SDK has no contacts.createEvent', 'the SDK has no events.trigger'],
    },
    {
      name: 'refused by the recorder',
      input: 'event user.created',
      calls: [
        {
          origin: 'record',
          via: 'http',
          does: 'other',
          callee: 'PATCH /automations/aut_1',
          request: { method: 'PATCH', path: '/automations/aut_1' },
          refusal: { status: 422, message: 'The graph of an enabled automation cannot be updated' },
        },
        {
          origin: 'record',
          via: 'http',
          does: 'other',
          callee: 'POST /events',
          request: { method: 'POST', path: '/events' },
          refusal: { status: 409, message: 'Event already exists.' },
        },
        {
          origin: 'record',
          via: 'http',
          does: 'other',
          callee: 'POST /segments/s1/contacts',
          request: { method: 'POST', path: '/segments/s1/contacts' },
          refusal: { status: 404, message: '' },
        },
        {
          origin: 'record',
          via: 'http',
          does: 'send',
          callee: 'POST /events/send',
          request: { method: 'POST', path: '/events/send' },
          refusal: { status: 422, message: 'Missing `contact_id` or `email`.' },
        },
        {
          origin: 'record',
          via: 'http',
          does: 'other',
          callee: 'POST /automations',
          request: { method: 'POST', path: '/automations' },
          refusal: { status: 413, message: 'The request body is larger than 25 MB' },
        },
      ],
      reports: [
        'the service refuses PATCH /automations/aut_1 with 422: The graph of an enabled automation cannot be updated',
        'the service refuses POST /events with 409: Event already exists',
        'the service refuses POST /segments/s1/contacts with 404: no reason given',
        'the service refuses POST /events/send with 422: Missing `contact_id` or `email`',
        'the service refuses POST /automations with 413: The request body is larger than 25 MB',
      ],
    },
  ],
} satisfies RuleCases;
