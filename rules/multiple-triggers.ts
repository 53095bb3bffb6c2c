import { identityAmong, joinNames, scopeOf } from '../src/model/identity.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'multiple-triggers',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A workflow with more than one trigger.',
  why: 'A workflow starts on exactly one event: contacts of the other events never enter it.',
  remedy: 'Keep one trigger, and give each other event a workflow of its own.',
  whenOff: 'Never: the service takes exactly one trigger.',

  workflow({ workflow, graph }, report) {
    const [first, ...others] = graph.ofType('trigger');
    if (first === undefined || others.length === 0) return;
    const keyOf = ({ key = '' }: Step): string => key;
    const identity = identityAmong(others.map(keyOf), keyOf(first));
    for (const step of others) {
      report({
        at: step,
        message: `${labelOf(step)} is one too many: the workflow already starts at ${labelOf(first)}`,
        help: 'move what it starts into a second workflow, or delete it',
        related: [{ at: first, message: 'the first trigger' }],
        identity: joinNames(scopeOf(workflow), identity(keyOf(step))),
      });
    }
  },
});
