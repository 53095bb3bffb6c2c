import { parseDocument } from '../../src/core/document/parse.ts';
import type { Finding, Severity } from '../../src/core/model/finding.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { lintTexts } from '../lint-text.ts';

const ref = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };

export const step = (key: string, type: string, config: object = {}) => ({ key, type, config });

/** The first workflow of a value, as a file of it would be read, and what the rules find in it. */
export function lintedWorkflow(value: unknown): {
  readonly workflow: Workflow;
  readonly findings: readonly Finding[];
} {
  const text = JSON.stringify(value);
  return { workflow: workflowOf(value), findings: lintTexts({ 'w.json': text }).findings };
}

export function workflowOf(value: unknown): Workflow {
  const [workflow] = parseDocument(JSON.stringify(value), ref).workflows;
  if (workflow === undefined) throw new Error('no workflow in it');
  return workflow;
}

/** A made-up finding at a place of the workflow. */
export function findingAt(
  value: unknown,
  pointer: string,
  severity: Severity = 'error',
  related: readonly string[] = [],
): Finding {
  const { ref: workflow } = workflowOf(value);
  const name = `rule-of-${severity}`;
  return {
    rule: name,
    severity,
    message: `${name} fires`,
    fingerprint: `${severity} ${pointer}`,
    location: { source: 'w.json', pointer },
    workflow,
    related: related.map((there) => ({
      message: 'this too',
      location: { source: 'w.json', pointer: there },
    })),
    fixes: [],
  };
}

/** The same name at all places of a workflow. */
export const saying = (name: string) => ({
  name,
  status: name,
  steps: [
    step('start', 'trigger', { event_name: name }),
    step(name, 'send_email', { template: { id: name }, subject: name }),
    step('check', 'condition', { type: 'rule', field: name, operator: name, value: name }),
    step('odd', name, {}),
  ],
  connections: [
    { from: 'start', to: name, type: name },
    { from: name, to: `${name}?`, type: 'default' },
    { from: name, to: 'check', type: 'default' },
    { from: 'check', to: 'odd', type: name },
  ],
});
