import { identityAmong, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'multiple-triggers',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'A workflow with more than one trigger.',
  why: 'A workflow starts on exactly one event, so contacts with the other events receive no email.',
  remedy: 'Keep one trigger, and create a separate workflow for each other event.',
  whenOff: 'Never, because the service accepts exactly one trigger.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const triggers = graph.where(isTrigger);
    if (triggers.length < 2) return;
    const [first, ...others] = triggers as [Step, ...Step[]];
    const keyOf = ({ key = '' }: Step): string => key;
    const identity = identityAmong(others.map(keyOf), keyOf(first));
    for (const step of others) {
      report({
        at: step,
        message: `extra ${labelOf(step)}; the workflow starts at ${nameOf(first)}`,
        help: 'move this trigger and its steps to a second workflow, or remove it',
        related: [{ at: first, message: 'first trigger' }],
        fingerprintKey: { names: joinNames(scopeOf(workflow), identity(keyOf(step))) },
        explainedBy:
          graph.isDuplicate(step) && JSON.stringify(step.raw) === JSON.stringify(first.raw)
            ? 'duplicate-step-key'
            : undefined,
      });
    }
  },
});
