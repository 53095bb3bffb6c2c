import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { templateOf } from '../../src/core/model/config.ts';
import type { Step, Workflow } from '../../src/core/model/nodes.ts';
import { fillFromTemplates, LACKS, nameTemplates } from '../../src/core/resources/fill-steps.ts';

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

test('what the step and its template lack is listed, if the template was loaded as a whole', () => {
  const config = { template: { id: 'bare' } };
  const filled = (value: object) => fillFromTemplates(workflowOf(config), () => ({ value }));
  expect(filled({ variables: [], subject: 'Hi' }).steps[0]?.config).toEqual({
    ...config,
    ...{ subject: 'Hi', [LACKS]: ['from'] },
  });
  expect(filled({ subject: 'Hi' }).steps[0]?.config).toEqual({ ...config, subject: 'Hi' });
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

test.each([
  [{ name: 'Welcome mail', alias: 'welcome' }, 'Welcome mail'],
  [{ name: null, alias: 'welcome' }, 'welcome'],
  [{}, 'welcome'],
])('of a template %j a picture has the name %s', (names, shown) => {
  const [alpha, today] = [{ template_id: 'welcome' }, { template: { id: 'welcome' } }].map(
    (config) => nameTemplates(workflowOf(config), () => ({ value: names as never })).steps[0],
  );
  expect(templateOf(alpha as Step)?.id).toBe(shown);
  expect(templateOf(today as Step)?.id).toBe(shown);
});

test('only emails with a known template are changed', () => {
  const steps = ['welcome', 'other'].map((id) => ({
    ...{
      key: id,
      type: 'send_email',
      config: { template: { id }, subject: 'Mine', from: 'a@b.io' },
    },
  }));
  const { workflows } = decodeDocument(
    { name: 'A', steps, connections: [{ from: 'welcome', to: 'other' }] },
    { source: 'a.json', index: 0, line: 1, start: 0, end: 0 },
  );
  const { variables: _, ...plain } = template;
  const filled = fillFromTemplates(workflows[0] as Workflow, (name) =>
    name === 'welcome' ? { value: plain as never } : undefined,
  );
  expect(filled.steps.map(({ config }) => config)).toEqual(steps.map(({ config }) => config));
  expect(filled.edges.map(({ workflow, from, to }) => [workflow === filled, from, to])).toEqual([
    [true, 'welcome', 'other'],
  ]);
});
