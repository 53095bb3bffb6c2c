import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'self-loop',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'An edge from a step to itself.',
  why: 'The step runs again and again without anything in between; a contact who gets there never gets on.',
  remedy: 'Point the edge at the step that should come next, or delete it.',
  whenOff: 'Never: to repeat a step on purpose, put a delay between, and see the rule "cycle".',

  workflow({ workflow, graph }, report) {
    for (const edge of workflow.edges) {
      const step = graph.source(edge);
      if (step === undefined || step !== graph.target(edge)) continue;
      report({ at: edge, message: `${labelOf(step)} leads to itself${effectOf(step)}`, help: 'point the edge at the next step, or delete it' });
    }
  },
});

function effectOf(step: Step): string {
  switch (step.type) {
    case 'send_email':
      return ': the same email goes out again and again, without a pause';
    case 'delay':
    case 'wait_for_event':
      return ': the contact waits there again and again';
    default:
      return '';
  }
}
