import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step that no path from the trigger leads to.',
  why: 'No contact ever gets there: the email it sends, or the change it makes, never happens.',
  remedy: 'Connect it to a step that is reached, or delete it.',
  whenOff: 'While a draft is being drawn and its parts are not connected yet.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges || !workflow.steps.some(({ type }) => type === 'trigger')) return;
    for (const step of workflow.steps) {
      if (step.type === 'trigger' || graph.isDuplicate(step) || graph.isReachable(step)) continue;
      const from = graph.incoming(step)[0];
      const source = from === undefined ? undefined : graph.source(from);
      const why = source === undefined ? 'no edge leads to it' : `it is only entered from "${source.key}", which is not reached either`;
      report({ at: step, message: `${step.type ?? 'step'} "${step.key ?? `#${step.index}`}" is never reached: ${why}` });
    }
  },
});
