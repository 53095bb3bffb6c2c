import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { chooseAudit, describeAudit } from '../../src/run/audit-choice.ts';
import {
  ALL_RESOURCES,
  chooseResources,
  describeRequests,
  neededBy,
} from '../../src/run/resource-choice.ts';

const NONE = { names: [], onlyUsed: false };

test('--resources takes all, none, or names as in addresses or in bundles', () => {
  expect(chooseResources(undefined, NONE)).toBe(NONE);
  expect(chooseResources('none', ALL_RESOURCES)).toEqual(NONE);
  expect(chooseResources('all', NONE)).toEqual({
    names: ['templates', 'domains', 'segments', 'topics', 'contact_properties'],
    onlyUsed: false,
  });
  for (const given of ['topics, contact-properties', 'contact_properties,topics'])
    expect(chooseResources(given, NONE).names).toEqual(['topics', 'contact_properties']);
  expect(() => chooseResources('topics,domans', NONE)).toThrow('unknown resource "domans"');
});

test('the resources that rules and others read are those of an account', () => {
  const needed = rules.filter(({ id }) => id === 'unknown-segment').map((rule) => ({ rule }));
  const names = ['segments', 'topics'];
  expect(neededBy(needed, ['topics', 'segments', 'runs'])).toEqual({ names, onlyUsed: true });
  expect(neededBy([])).toEqual({ names: [], onlyUsed: true });
});

test('the requests are named before they are sent', () => {
  expect(describeRequests({ resource: 'workflows', events: false }, NONE)).toBe(
    'requests: GET /workflows, /workflows/{id} of each that is not in the cache\n',
  );
  const used = { names: ['templates', 'topics'], onlyUsed: true };
  expect(describeRequests({ resource: 'auto', events: true }, used)).toBe(
    'requests: GET /workflows or /automations, /automations/{id} of each that is not in the cache, /events, /templates (if used), /templates/{id} of each that is used, /topics (if used)\n',
  );
});

test('--audit takes kinds of samples, with their sizes', () => {
  expect(chooseAudit(undefined)).toBeUndefined();
  expect(chooseAudit('logs, runs=1')).toEqual(
    new Map([
      ['logs', 100],
      ['runs', 1],
    ]),
  );
  expect(chooseAudit('runs=100,logs=7')).toEqual(
    new Map([
      ['runs', 100],
      ['logs', 7],
    ]),
  );
});

test.each([
  ['rnus', '--audit does not know "rnus"', 'did you mean "runs"?'],
  ['runs,x', '--audit does not know "x"', 'write runs,logs'],
  ...['runs=0', 'runs=101', 'runs=1.5', 'runs=x', 'runs='].map((given) => [
    ...[given, '--audit wants a whole number from 1 to 100 after "runs="', 'such as runs=20'],
  ]),
])('--audit %s is refused', (given, message, hint) => {
  expect(() => chooseAudit(given)).toThrow(expect.objectContaining({ message, hint }));
});

test('the requests of an audit are counted', () => {
  expect(describeAudit(new Map([['runs', 3]]))).toBe(
    'GET /automations/{id}/runs and the newest 3 runs of 100 workflows (at most 1400)',
  );
  expect(
    describeAudit(
      new Map([
        ['runs', 1],
        ['logs', 1],
      ]),
      1,
    ),
  ).toBe(
    'GET /automations/{id}/runs and the newest 1 run of 1 workflow (at most 12), GET /logs and the newest 1 call of /events/send (at most 6)',
  );
});
