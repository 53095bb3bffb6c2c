import { SCHEMA_TYPES, STATUSES } from '../src/core/document/bind.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { asString } from '../src/core/model/json.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { EventDefinition, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, exemptOption, optionsOf, type ReportFn } from '../src/core/rule.ts';

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
    for (const workflow of workflows) {
      const status = asString(workflow.raw[workflow.written.get('/status')?.slice(1) ?? 'status']);
      if (status !== undefined)
        check(
          workflow,
          ['status'],
          status,
          { known, values: [...STATUSES.keys()], message: (value) => `unknown status ${value}` },
          report,
        );
    }
    for (const event of events) {
      const { schema } = event.raw;
      for (const [property, type] of event.schema ?? []) {
        const whose = event.name === undefined ? '' : ` of event ${quote(event.name)}`;
        const message = (value: string): string =>
          `property ${quote(property)}${whose} has the unknown type ${value}`;
        const written =
          event.corrections.find(({ field }) => field[1] === property)?.written ?? type;
        if (written !== undefined && schema !== null)
          check(
            event,
            ['schema', property],
            written,
            { known, values: [...SCHEMA_TYPES.keys()], message },
            report,
          );
      }
    }
  },
});

interface Kind {
  readonly known: readonly string[];
  readonly values: readonly string[];
  /** @param value in quotes. */
  readonly message: (value: string) => string;
}

function check(
  node: Workflow | EventDefinition,
  field: readonly string[],
  written: string,
  { known, values, message }: Kind,
  report: ReportFn,
): void {
  if (values.includes(written) || known.includes(written)) return;
  const meant = node.corrections.find((each) => each.field.join('.') === field.join('.'))?.meant;
  report({
    at: [node, ...field],
    message: message(quote(written)),
    help: meant === undefined ? `use one of ${values.join(', ')}` : didYouMean(meant),
    fixes: writeFix([node, ...field], meant),
  });
}
