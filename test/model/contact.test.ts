import { describe, expect, test } from 'vitest';
import { mayWrite } from '../../src/core/model/contact.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import contactUpdate from '../../src/core/steps/contact_update.ts';

const update = (config: object): Step =>
  ({ type: 'contact_update', spec: contactUpdate, config }) as unknown as Step;

describe('an update of a contact', () => {
  test.each<[string, object, string, boolean]>([
    ['the named field', { first_name: 'Ada' }, 'contact.first_name', true],
    [
      'the named field in camelCase',
      { firstName: { var: 'event.name' } },
      'contact.first_name',
      true,
    ],
    ['another field', { first_name: 'Ada', unsubscribed: false }, 'contact.last_name', false],
    ['an address, which no update has', { last_name: 'Lovelace' }, 'contact.email', false],
    ['an unknown field', { first_name: 'Ada' }, 'contact.updated_at', true],
    ['the named property', { properties: { plan: 'pro' } }, 'contact.properties.plan', true],
    [
      'the named property in another spelling',
      { properties: { trialEnd: null } },
      'contact.properties.trial_end',
      true,
    ],
    ['another property', { properties: { plan: 'pro' } }, 'contact.properties.planned', false],
    [
      'a part of the property',
      { properties: { address: {} } },
      'contact.properties.address.city',
      true,
    ],
    [
      'a property of which it names a part',
      { properties: { 'address.city': 'Riga' } },
      'contact.properties.address',
      true,
    ],
    [
      'a property, when it names fields alone',
      { first_name: 'Ada' },
      'contact.properties.plan',
      false,
    ],
    [
      'a property, when it may take all of them away',
      { first_name: 'Ada', properties: null },
      'contact.properties.plan',
      true,
    ],
    [
      'a field, when it may take all properties away',
      { first_name: 'Ada', properties: null },
      'contact.last_name',
      false,
    ],
    [
      'a property of the name of a field',
      { first_name: 'Ada' },
      'contact.properties.first_name',
      true,
    ],
    [
      'a property, when its properties cannot be read',
      { properties: 'plan=pro' },
      'contact.properties.plan',
      true,
    ],
    ['anything, when it names nothing', {}, 'contact.first_name', true],
    [
      'anything, when it names an unknown field',
      { first_name: 'Ada', merge: true },
      'contact.last_name',
      true,
    ],
  ])('may change or keeps %s', (_, config, field, expected) => {
    expect(mayWrite(update(config), field)).toBe(expected);
  });
});
