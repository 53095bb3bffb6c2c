import { SCHEMA_TYPES } from '../src/core/document/bind.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { adviseName, quote } from '../src/core/model/text.ts';
import type { ApiCall, EventDefinition } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';

export default defineRule({
  id: 'sent-payload-mismatch',
  severity: 'error',
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
      const schema = definition?.schema;
      if (schema) checkTypes(call, schema, report);
      const needed = schema ? [...schema.keys()] : propertiesRead(event, workspace);
      const extra = [...payload.properties.keys()].filter((name) => schema?.has(name) === false);
      const missing = new Set(needed.filter((name) => !payload.properties.has(name)));
      for (const property of extra) {
        const meant = payload.isWhole ? nearest(property, missing) : undefined;
        missing.delete(meant ?? '');
        report({
          ...{ at: [call, 'payload', property], mark: 'key', name: property, severity: 'warning' },
          message: `${quote(definition?.name ?? event)} has no property ${quote(property)}`,
          help: adviseName(meant, 'remove it, or add it to the schema'),
        });
      }
      const user = schema ? 'the schema has' : 'a workflow reads';
      for (const property of payload.isWhole ? missing : [])
        report({
          at: [call, 'payload'],
          message: `the payload lacks ${quote(property)}, which ${user}`,
          help: `add ${quote(property)}`,
          name: property,
          severity: schema ? 'error' : 'warning',
        });
    }
  },
});

type Schema = NonNullable<EventDefinition['schema']>;

function checkTypes(call: ApiCall, schema: Schema, report: ReportFn): void {
  for (const [property, type = ''] of call.payload?.properties ?? []) {
    const expected = schema.get(property) ?? '';
    if (type === '' || !SCHEMA_TYPES.has(expected) || accepts(expected, type)) continue;
    report({
      at: [call, 'payload', property],
      message: `${quote(property)} is sent as ${type}, but the schema has ${expected}`,
      help: `send a ${expected}`,
      name: property,
      severity: type === 'null' ? 'info' : 'error',
    });
  }
}

/** Whether a type of a schema accepts a JSON type. */
const accepts = (expected: string, type: string): boolean =>
  expected === type || (expected === 'date' && (type === 'string' || type === 'number'));

/** The properties of an event that workflows read. */
const propertiesRead = (event: string, { workflows }: Workspace): readonly string[] =>
  workflows.flatMap(({ steps = [] }) => {
    const isStarted = steps.some((step) => isTrigger(step) && eventNameOf(step) === event);
    return steps.flatMap(referencesOf).flatMap(({ scope, name }) => {
      if (scope === 'event' && isStarted) return name.split('.', 1);
      const isAwaited = scope === 'wait_events' && name.startsWith(`${event}.`);
      return isAwaited ? name.slice(event.length + 1).split('.', 1) : [];
    });
  });
