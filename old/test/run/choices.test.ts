import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
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
  expect(describeRequests(false, NONE)).toBe(
    'requests: GET /workflows or /automations, /automations/{id} of each\n',
  );
  const used = { names: ['templates', 'topics'], onlyUsed: true };
  expect(describeRequests(true, used)).toBe(
    'requests: GET /workflows or /automations, /automations/{id} of each, /events, /templates (if used), /templates/{id} of each that is used, /topics (if used)\n',
  );
});
