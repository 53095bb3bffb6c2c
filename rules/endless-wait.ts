import { hasTimeout } from '../src/core/model/duration.ts';
import { writtenPath } from '../src/core/model/place.ts';
import { isWait } from '../src/core/model/step-type.ts';
import { labelOf } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'endless-wait',
  severity: 'warning',
  stage: 'structure',
  summary: 'A wait without a timeout, with or without a timeout branch.',
  why: 'Contacts wait indefinitely, and never receive the emails that follow.',
  remedy: 'Set a timeout, and connect the timeout branch to the step that should run then.',

  workflow({ workflow, steps, graph }, report) {
    for (const step of steps) {
      if (!isWait(step) || hasTimeout(step)) continue;
      const branch = graph.outgoing(step).find(({ edge }) => edge.type === 'timeout');
      const isEarly = writtenPath(step, ['key'])[0] !== 'key';
      const [field, value] = isEarly ? ['timeout_seconds', 259_200] : ['timeout', '3 days'];
      const more = branch === undefined ? ', and connect the timeout branch' : '';
      report({
        at: branch === undefined ? step : [branch.edge, 'type'],
        message: `${labelOf(step)} has ${branch ? 'a timeout branch but ' : ''}no timeout`,
        help: `add "${field}": ${JSON.stringify(value)}${more}`,
        ...(workflow.status === 'disabled' && { severity: 'info' }),
      });
    }
  },
});
