import { formatDuration, secondsOf } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'trailing-delay',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A delay or wait after which nothing happens.',
  why: 'The contact waits, and then the workflow simply ends; usually the email that should follow was lost.',
  remedy: 'Connect it to the next step, or delete it.',
  whenOff: 'While a draft is being drawn and its last steps are missing.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges) return;
    for (const step of workflow.steps) {
      if ((step.type !== 'delay' && step.type !== 'wait_for_event') || graph.outgoing(step).length > 0 || graph.isDuplicate(step)) continue;
      report({ at: step, message: `nothing follows ${labelOf(step)}: ${effectOf(step)}`, help: 'connect it to the next step, or delete it' });
    }
  },
});

function effectOf(step: Step): string {
  if (step.type === 'wait_for_event') return 'whether the event comes or not, the workflow ends there';
  const seconds = secondsOf(step);
  return `the contact waits${seconds === undefined ? '' : ` ${formatDuration(seconds)}`}, and the workflow ends`;
}
