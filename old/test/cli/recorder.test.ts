import { describe, expect, test } from 'vitest';
import { createAccount } from '../../src/features/record/account.ts';
import fc from '../fast-check.ts';

describe('requests that the service refuses', () => {
  const steps = [{ key: 's', type: 'trigger', config: { event_name: 'e' } }];
  const workflow = { object: 'automation', id: 'a1', name: 'A', status: 'enabled', steps };
  const open = (workflows = [workflow]) =>
    createAccount({ workflows, events: [{ name: 'e' }], resources: [] });
  const ask = (account: ReturnType<typeof open>, method: string, path: string, body?: object) => {
    const [name = '', query] = path.split('?');
    return account.answer({
      method,
      path: name.split('/'),
      query: new URLSearchParams(query),
      body,
    });
  };

  test.each([
    ['POST', 'events', { name: 'e' }, 409],
    ['GET', 'automations?limit=101', undefined, 422],
    ['PATCH', 'automations/a1', { steps, connections: [] }, 422],
    ['PATCH', 'automations/a1', { name: 'B' }, 200],
    ['PATCH', 'automations/a1', { status: 'disabled', steps, connections: [] }, 200],
    ['PATCH', 'automations/gone', { name: 'B' }, 404],
    ['DELETE', 'automations/gone', undefined, 404],
    ['POST', 'automations/gone/stop', undefined, 404],
    ['DELETE', 'events/gone', undefined, 404],
    // Nothing is known of these.
    ['DELETE', 'segments/gone', undefined, 200],
    ['POST', 'events/send', [], 202],
  ])('%s %s %j: %d', (method, path, body, status) => {
    expect(ask(open(), method, path, body).status).toBe(status);
  });

  test('a copy has the fields of the request', () => {
    const account = open();
    ask(account, 'POST', 'automations/a1/duplicate', { folder: 'b' });
    ask(account, 'POST', 'automations/a1/duplicate');
    expect(account.workflows().map(({ value }) => [value['name'], value['folder']])).toEqual([
      ['A', undefined],
      ['A (copy)', 'b'],
      ['A (copy)', undefined],
    ]);
  });

  test('an unknown item can be updated when the account is unknown', () => {
    expect(ask(open([]), 'PATCH', 'automations/gone', { name: 'B' }).status).toBe(200);
  });

  test('pages go forwards and backwards, without the fields of single items', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...workflow, id }));
    const page = (query: string) => {
      const { body } = ask(open(all), 'GET', `automations?${query}`);
      const { data, has_more } = body as { data: { id: string }[]; has_more: boolean };
      expect(Object.keys(data[0] ?? {})).not.toContain('steps');
      return [data.map(({ id }) => id).join(''), has_more];
    };
    expect(page('limit=2')).toEqual(['ab', true]);
    expect(page('limit=2&after=b')).toEqual(['cd', true]);
    expect(page('limit=2&after=d')).toEqual(['e', false]);
    expect(page('limit=2&before=d')).toEqual(['bc', true]);
    expect(page('limit=2&before=c')).toEqual(['ab', false]);
    expect(page('status=enabled')).toEqual(['abcde', false]);
  });
});

test('every request gets a response', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'automations',
      'events',
      'send',
      'batch',
      '__proto__',
      'constructor',
      'x',
      'stop',
    ),
    fc.string(),
  );
  const request = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'X'),
    path: fc.array(segment, { maxLength: 4 }),
    body: fc.oneof(
      fc.json().map((text) => JSON.parse(text)),
      fc.constant({ name: 'x', id: 7, steps: [] }),
    ),
    limit: fc.constantFrom('', '-1', '1', '1e9', 'x'),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 8 }), (requests) => {
      const account = createAccount({ workflows: [], events: [], resources: [] });
      for (const { method, path, body, limit } of requests) {
        const query = new URLSearchParams({ limit });
        const answer = account.answer({ method, path, query, body });
        expect(answer.status).toBeGreaterThanOrEqual(200);
        JSON.stringify(answer.body);
      }
      for (const { id } of account.workflows()) expect(typeof id).toBe('string');
    }),
  );
});
