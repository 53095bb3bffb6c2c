import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { fillFromTemplates, nameTemplates } from '../../src/core/resources/fill-steps.ts';

const template = {
  ...{ id: 't1', alias: 'welcome', name: 'Welcome mail', subject: 'Hi', from: 'A <a@b.io>' },
  variables: [
    { key: 'NAME', type: 'string', fallback_value: 'friend' },
    { key: 'PLAN', type: 'string', fallback_value: 'free' },
    { key: 'CODE', type: 'string', fallback_value: null },
  ],
};
const find = (name: string) => (name === 'welcome' ? { value: template } : undefined);
const workflowOf = (config: object): Workflow =>
  decodeDocument(
    { name: 'A', steps: [{ key: 'mail', type: 'send_email', config }], connections: [] },
    { source: 'a.json', index: 0, line: 1, start: 0, end: 0 },
  ).workflows[0] as Workflow;

test('an email without subject, sender or fallbacks has those of its template', () => {
  const own = workflowOf({
    template: { id: 'welcome', variables: { PLAN: { var: 'event.plan' } } },
    subject: ' ',
  });
  expect(fillFromTemplates(own, find).steps[0]?.config).toEqual({
    template: { id: 'welcome', variables: { PLAN: { var: 'event.plan' }, NAME: 'friend' } },
    ...{ subject: 'Hi', from: 'A <a@b.io>' },
  });
  const alpha = workflowOf({ template_id: 'welcome', subject: 'Mine', from: 'B <b@b.io>' });
  expect(fillFromTemplates(alpha, find).steps[0]?.config).toEqual({
    ...{ template_id: 'welcome', subject: 'Mine', from: 'B <b@b.io>' },
    variables: { NAME: 'friend', PLAN: 'free' },
  });
});

test('without its template a workflow is unchanged', () => {
  const other = workflowOf({ template: { id: 'other' } });
  expect(fillFromTemplates(other, find)).toBe(other);
});

test('a picture has the name of the template, and places of the workflow', () => {
  const own = workflowOf({ template: { id: 'welcome' } });
  const named = nameTemplates(own, find);
  expect(named.steps[0]?.config).toEqual({ template: { id: 'Welcome mail' } });
  expect(named.steps[0]?.workflow).toBe(named);
  expect(named.steps[0]?.raw).toBe(own.steps[0]?.raw);
});
