import { eventNameOf } from '../src/core/model/config.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { didYouMean, quote } from '../src/core/model/text.ts';
import type { ApiCall, EventDefinition, SentPayload } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';

/** The JSON types that a schema type accepts. */
const FITTING: ReadonlyMap<string, readonly string[]> = new Map([
  ['string', ['string']],
  ['number', ['number']],
  ['boolean', ['boolean']],
  ['date', ['string', 'number']],
]);

export default defineRule({
  id: 'sent-payload-mismatch',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A payload that does not fit the event that it is sent with.',
  why: 'The service refuses a value of the wrong type, and emails lack what is missing.',
  remedy: 'Send the properties that the event defines, with values of their types.',

  workspace({ workspace }, report) {
    for (const call of workspace.documents.flatMap(({ calls }) => calls)) {
      const { does, event, payload } = call;
      if (does !== 'send' || event === undefined || payload === undefined) continue;
      workspace.ask('events', 'some');
      const definition = workspace.event(event);
      if (definition?.schema) checkSchema(call, payload, definition, report);
      else if (payload.isWhole) checkReads(call, payload, event, workspace, report);
    }
  },
});

function checkSchema(
  call: ApiCall,
  { properties, isWhole }: SentPayload,
  { name = '', schema }: EventDefinition,
  report: ReportFn,
): void {
  const known = schema ?? new Map<string, string | undefined>();
  const missing = new Set([...known.keys()].filter((each) => isWhole && !properties.has(each)));
  for (const [property, type] of properties) {
    const at = [call, 'payload', property] as const;
    const expected = known.get(property);
    const given = type === 'null' ? type : `a ${type}`;
    const isOther = FITTING.get(expected ?? '')?.includes(type ?? '') === false;
    if (!known.has(property)) {
      const meant = nearest(property, missing);
      if (meant !== undefined) missing.delete(meant);
      const help = meant === undefined ? 'remove it, or add it to the schema' : didYouMean(meant);
      report({
        ...{ at, mark: 'key', help, name: property, severity: 'warning' },
        message: `${quote(name)} has no property ${quote(property)}`,
      });
    } else if (type !== undefined && isOther)
      report({
        at,
        message: `${quote(property)} of ${quote(name)} is ${given} here, but a ${expected} in the schema`,
        help: `send a ${expected}`,
        name: property,
        severity: type === 'null' ? 'info' : 'error',
      });
  }
  for (const property of missing)
    report({
      at: [call, 'payload'],
      message: `the payload lacks ${quote(property)} of ${quote(name)}`,
      help: `add ${quote(property)}`,
      name: property,
    });
}

/** Properties that workflows read, of an event without a schema. */
function checkReads(
  call: ApiCall,
  { properties }: SentPayload,
  event: string,
  { workflows }: Workspace,
  report: ReportFn,
): void {
  const read = workflows.flatMap(({ steps = [] }) => {
    const isStarted = steps.some((step) => isTrigger(step) && eventNameOf(step) === event);
    return steps.flatMap(referencesOf).flatMap(({ scope, name }) => {
      if (scope === 'event' && isStarted) return name.split('.', 1);
      const isAwaited = scope === 'wait_events' && name.startsWith(`${event}.`);
      return isAwaited ? name.slice(event.length + 1).split('.', 1) : [];
    });
  });
  for (const property of new Set(read))
    if (!properties.has(property))
      report({
        at: [call, 'payload'],
        message: `the payload lacks ${quote(property)}, which a workflow reads`,
        help: `add ${quote(property)}`,
        name: property,
        severity: 'warning',
      });
}
