import { describe, expect, test } from 'vitest';
import { wrongRequest } from '../../src/core/model/endpoints.ts';

const SEND = 'send an event with POST /events/send';
const CREATE = 'create an automation with POST /automations';

describe('the API has no', () => {
  test.each([
    ['/event', SEND],
    ['/automation', CREATE],
    ['/automation/7', 'change it with PATCH /automation/7'],
    ['/events/7', SEND],
    ['/events/send/7', SEND],
    ['/automations/7', 'change it with PATCH /automations/7'],
    ['/automations/7/enable', CREATE],
    ['/automations/7/stop/now', CREATE],
    ['/automations/7/runs', CREATE],
    ['/automations/7/runs/8', CREATE],
    ['/automations/7/runs/8/stop', CREATE],
    ['/automations/7/runs/8/cancel/now', CREATE],
    ['/automations/7/events', SEND],
  ])('POST %s: %s', (path, help) => {
    expect(wrongRequest({ method: 'POST', path, fields: [] })).toEqual({
      message: `the API has no POST ${path}`,
      help,
    });
  });

  test('POST of a field of an event to an automation', () => {
    const request = { method: 'POST', path: '/automations/7', fields: ['payload'] };
    expect(wrongRequest(request)?.help).toBe(SEND);
  });
});

test.each([
  ['GET', '/event', []],
  ['POST', '/emails', ['event']],
  ['POST', '/events', ['name', 'schema']],
  ['POST', '/events/send', ['event', 'email']],
  ['POST', '/automations', []],
  ['POST', '/automations/7/stop', []],
  ['POST', '/automations/7/duplicate', []],
  ['POST', '/automations/7/runs/8/cancel', []],
])('%s %s of %j exists', (method, path, fields) => {
  expect(wrongRequest({ method, path, fields })).toBeUndefined();
});

test.each(['event', 'email', 'contact_id', 'contactId', 'payload'])(
  'POST /events of "%s" is the request of an event that is sent',
  (field) => {
    expect(wrongRequest({ method: 'POST', path: '/events/', fields: ['name', field] })).toEqual({
      message: 'POST /events defines an event and sends nothing',
      help: 'send it with POST /events/send',
    });
  },
);
