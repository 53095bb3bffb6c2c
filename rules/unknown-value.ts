import { correctionOf, SCHEMA_TYPES, STATUSES } from '../src/core/document/bind.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { asString, valueAt } from '../src/core/model/json.ts';
import { writtenPath } from '../src/core/model/place.ts';
import { adviseName, quote } from '../src/core/model/text.ts';
import type { EventDefinition, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-value',
  severity: 'warning',
  preset: 'recommended',
  stage: 'readable',
  summary: 'A status of a workflow, or a type in the schema of an event, that does not exist.',
  why: 'The service may not run the workflow, or may not accept the event, so no email is sent.',
  remedy: 'Write a known value; if it is new in the service, add it to the option "known".',
  options: optionsOf({ known: exemptOption('Further valid statuses and schema types.') }),

  document({ document: { workflows, events } }, report, { known }) {
    for (const { node, field, written, values, what } of [
      ...workflows.map(statusOf),
      ...events.flatMap(typesOf),
    ]) {
      if (written === undefined || values.has(written) || known.includes(written)) continue;
      const meant = correctionOf(node, ...field)?.meant;
      report({
        at: [node, ...field],
        message: `${what} ${quote(written)}`,
        help: adviseName(meant, `use one of ${[...values.keys()].join(', ')}`),
        fixes: writeFix([node, ...field], meant),
      });
    }
  },
});

const statusOf = (node: Workflow) => ({
  ...{ node, field: ['status'], values: STATUSES, what: 'unknown status' },
  written: asString(valueAt(node.raw, writtenPath(node, ['status']))),
});

const typesOf = (node: EventDefinition) =>
  [...(node.schema ?? [])].map(([property, type]) => {
    const whose = node.name === undefined ? '' : ` of event ${quote(node.name)}`;
    const field = ['schema', property];
    return {
      ...{ node, field, values: SCHEMA_TYPES },
      what: `property ${quote(property)}${whose} has the unknown type`,
      written: correctionOf(node, ...field)?.written ?? type,
    };
  });
