import { expect, test } from 'vitest';
import {
  emailsWithTemplates,
  groupByTemplate,
  labelOfEmail,
} from '../../src/core/graph/template-uses.ts';
import type { NamedUse } from '../../src/core/model/resource-uses.ts';
import type { Workspace } from '../../src/core/model/workspace.ts';

/** The emails of a workflow with these templates. Those named "list…" are in list form, and "none" was not read. */
function emailsOf(...named: readonly string[]) {
  const unchecked: string[] = [];
  const emails = emailsWithTemplates(
    named.map((name, index) => ({ step: { index }, name }) as NamedUse),
    {
      workspace: {
        resources: () => ({
          find: (name: string) =>
            name === 'none'
              ? undefined
              : {
                  of: 'templates',
                  document: { source: 'test.json', index: 0, line: 1, start: 0, end: 0 },
                  pointer: name,
                  value: name.startsWith('list') ? {} : { variables: [] },
                },
        }),
      } as unknown as Workspace,
      leaveUnchecked: (reason, item) => unchecked.push(`${item?.noun} ${item?.name} ${reason}`),
    },
  );
  return { emails, unchecked };
}

const LIST_FORM = 'in list form, without their variables, subject and sender';

test.each<[readonly string[], readonly string[]]>([
  [['full', 'none'], []],
  [
    ['list1', 'list2'],
    [`template list1 ${LIST_FORM}`, `template list2 ${LIST_FORM}`],
  ],
])('%j leave unchecked: %j', (templates, expected) => {
  expect(emailsOf(...templates).unchecked).toEqual(expected);
});

test('emails with one template are one group', () => {
  const { emails } = emailsOf('x', 'y', 'x', 'list1', 'none');
  const groups = groupByTemplate(emails).map((group) => group.map(({ email }) => email.step.index));
  expect(groups).toEqual([[0, 2], [1]]);
});

test('an email without a key is named by its position', () => {
  expect(labelOfEmail({ index: 2, key: 'mail' })).toBe('send_email "mail"');
  expect(labelOfEmail({ index: 2, key: undefined })).toBe('send_email #3');
});
