import { expect, test } from 'vitest';
import {
  emailsWithTemplates,
  groupByTemplate,
  labelOfEmail,
} from '../../src/core/graph/template-uses.ts';

const document = { source: 'test.json', index: 0, line: 1, start: 0, end: 0 };

/** The fact of a workflow whose emails have these templates. */
function factOf(pointer: string, templates: readonly string[], index = 0) {
  const emails = templates.map((template, i) => ({ index: i, key: `mail${i}`, template }));
  return { document: { ...document, index }, pointer, workflow: { pointer }, fact: { emails } };
}

function emailsOf(...facts: readonly object[]) {
  const reasons: string[] = [];
  const emails = emailsWithTemplates(
    facts as unknown as Parameters<typeof emailsWithTemplates>[0],
    {
      find: (name) =>
        name === 'none'
          ? undefined
          : ({
              pointer: name,
              value: name.startsWith('list') ? {} : { variables: [] },
            } as unknown as ReturnType<Parameters<typeof emailsWithTemplates>[1]['find']>),
    },
    (reason) => reasons.push(reason),
  );
  return { emails, reasons };
}

const LIST_FORM = 'in list form, without their variables, subject and sender';

test.each<[readonly string[], readonly string[]]>([
  [['full', 'none'], []],
  [['list1', 'list1'], [`1 template is ${LIST_FORM}`]],
  [['list1', 'list2'], [`2 templates are ${LIST_FORM}`]],
])('%j leave unchecked: %j', (templates, expected) => {
  expect(emailsOf(factOf('', templates)).reasons).toEqual(expected);
});

test('emails are one group by document, workflow and template', () => {
  const { emails } = emailsOf(
    factOf('/a', ['x', 'y', 'x', 'list1', 'none']),
    factOf('/b', ['x']),
    factOf('/a', ['x'], 1),
  );
  expect(groupByTemplate(emails).map(({ places }) => places.map(({ pointer }) => pointer))).toEqual(
    [
      ['/a/steps/0/config', '/a/steps/2/config'],
      ['/a/steps/1/config'],
      ['/b/steps/0/config'],
      ['/a/steps/0/config'],
    ],
  );
});

test('an email without a key is named by its position', () => {
  expect(labelOfEmail({ index: 2, key: 'mail' })).toBe('send_email "mail"');
  expect(labelOfEmail({ index: 2, key: undefined })).toBe('send_email #3');
});
