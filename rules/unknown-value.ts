import { correctionOf, SCHEMA_TYPES, STATUSES } from '../src/core/document/bind.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { adviseName, quote } from '../src/core/model/text.ts';
import type { Node } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-value',
  severity: 'warning',
  stage: 'readable',
  summary: 'A status of a workflow, or a type in the schema of an event, that does not exist.',
  why: 'The service may not run the workflow, or may not accept the event, so no email is sent.',
  remedy: 'Write a known value; if it is new in the service, add it to the option "known".',
  options: optionsOf({ known: exemptOption('Further valid statuses and schema types.') }),

  document({ document: { workflows, events } }, report, { known }) {
    const check = (node: Node, field: readonly string[], value: unknown, what: string): void => {
      const values = node.kind === 'workflow' ? STATUSES : SCHEMA_TYPES;
      const bound = correctionOf(node, field.join('.'));
      const written = bound?.written ?? value;
      if (typeof written !== 'string' || values.has(written) || known.includes(written)) return;
      report({
        at: [node, ...field],
        message: `${what} ${quote(written)}`,
        help: adviseName(bound?.meant, `use one of ${[...values.keys()].join(', ')}`),
        fixes: writeFix([node, ...field], bound?.meant),
      });
    };
    for (const workflow of workflows) check(workflow, STATUS, workflow.status, 'unknown status');
    for (const event of events)
      for (const [property, type] of event.schema ?? []) {
        const whose = event.name === undefined ? '' : ` of event ${quote(event.name)}`;
        const what = `property ${quote(property)}${whose} has the unknown type`;
        check(event, ['schema', property], type, what);
      }
  },
});

const STATUS = ['status'];
