import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import { pathOfReference, type Reference, referencesOf } from '../../src/core/model/references.ts';

function stepOf(type: string, config: object): Step {
  const text = JSON.stringify({
    name: 'References',
    steps: [{ key: 'step', type, config }],
    connections: [],
  });
  const { workflows } = parseDocument(text, {
    source: 'references.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  return workflows[0]?.steps[0] as Step;
}

const print = (reference: Reference): string => {
  const { kind, name, use } = reference;
  return `${kind} ${name} (${use}) ${pathOfReference(reference).join('/')}`;
};
const read = (type: string, config: object): readonly string[] =>
  referencesOf(stepOf(type, config)).map(print);

describe('references', () => {
  test('of a send_email: subject and variables in both forms', () => {
    const variables = {
      PLAN: { var: 'event.plan' },
      NAME: { var: 'contact.first_name' },
      NOTE: 'For {{{event.team}}}',
      SIZE: 3,
      ODD: { var: 7 },
    };
    expect(
      read('send_email', {
        template: { id: 'welcome', variables },
        variables: { OLD: { var: 'credits' } },
        subject: 'Hello {{contact.email}}',
      }),
    ).toEqual([
      'contact email (text) config/subject',
      'contact first_name (variable) config/template/variables/NAME/var',
      'event plan (variable) config/template/variables/PLAN/var',
      'unqualified credits (variable) config/variables/OLD/var',
    ]);
  });

  test('of a contact_update: each value and property', () => {
    expect(
      read('contact_update', {
        firstName: { var: 'event.name' },
        unsubscribed: false,
        properties: { plan: { var: 'wait_events.order.paid.plan' } },
      }),
    ).toEqual([
      'event name (variable) config/first_name/var',
      'wait_events order.paid.plan (variable) config/properties/plan/var',
    ]);
  });

  test('of a condition and of a filter: the fields of the rules, broken ones too', () => {
    const rule = {
      type: 'and',
      rules: [{ type: 'rule', field: 'event.plan', operator: 'equals' }, { field: 'plan' }, 5],
    };
    expect(read('condition', rule)).toEqual([
      'event plan (rule) config/rules/0/field',
      'unqualified plan (rule) config/rules/1/field',
    ]);
    expect(
      read('wait_for_event', {
        event_name: 'a',
        filter_rule: { type: 'rule', field: 'contact.email', operator: 'exists' },
      }),
    ).toEqual(['contact email (rule) config/filter_rule/field']);
    expect(read('condition', {})).toEqual([]);
  });

  test('of steps without references are none', () => {
    expect(read('send_email', { template: 'welcome', subject: 7 })).toEqual([]);
    expect(read('send_email', { template: { id: 'welcome', variables: null } })).toEqual([]);
    expect(read('contact_update', { properties: [1] })).toEqual([]);
    expect(read('delay', { duration: { var: 'event.wait' } })).toEqual([]);
  });

  test.each([
    ['Hi {{{event.name|there}}}, {{ contact.email }}', ['name', 'email']],
    ['{{{FIRST_NAME}}} {{event}} {{#if event.plan}} {{event.full name}}', []],
    ['{{event.a {{event.b}} }}', ['b']],
    ['{{event.a', []],
    ['{{event.a}} or {{{event.a|b}}}, {{event.b}}', ['a', 'b']],
    ['event.a }} {{', []],
    ['{{{{event.a}}}}', []],
    ['{{}}{{event.}}', ['']],
    ['{{eventual.a}}{{events.a}}{{Event.a}}', []],
  ])('are found in the text %j', (text, names) => {
    expect(
      referencesOf(stepOf('send_email', { template_id: 'welcome', subject: text })).map(
        ({ name }) => name,
      ),
    ).toEqual(names);
  });

  test('are found in a megabyte of braces', () => {
    for (const part of ['{', '{{', '{{a|', '{{a}}', '}}', '{{event.a}} ']) {
      referencesOf(
        stepOf('send_email', {
          template_id: 'welcome',
          subject: `${part.repeat(1_000_000 / part.length)}}}`,
        }),
      );
    }
  });
});
