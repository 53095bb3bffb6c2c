import { isObject } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'dropped-field',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A field of a call that is dropped without an error.',
  why: 'The call succeeds without the field, so the workflow does not start or its emails lack data.',
  remedy: 'Write the name of the field as the SDK or the API has it.',

  document({ document }, report) {
    for (const call of document.calls) {
      if (call.does === 'send') checkSend(call, report);
      else {
        checkConfigs(call, report);
        checkVariables(call, report);
      }
    }
  },
});

const FIELDS = {
  sdk: ['event', 'email', 'contactId', 'payload'],
  http: ['event', 'email', 'contact_id', 'payload'],
} as const;

/** Other names of the fields of a send. */
const CALLED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    payload: 'data properties metadata params variables attributes',
    event: 'name event_name eventName type',
    contact: 'contact_id contactId contact',
    email: 'to recipient user_email userEmail',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

/** What is lost without a field. */
const LOST: ReadonlyMap<string, string> = new Map([
  ['event', 'no event is sent'],
  ['payload', 'the event arrives without its data'],
  ...['email', 'contactId', 'contact_id'].map(
    (field) => [field, 'the event names no contact'] as const,
  ),
]);

function checkSend(call: ApiCall, report: ReportFn): void {
  const known: readonly string[] = FIELDS[call.via];
  const { fields = [] } = call;
  for (const name of fields) {
    if (known.includes(name)) continue;
    const called = CALLED.get(name);
    const bound = call.corrections.find(({ isKey, written }) => isKey && written === name)?.meant;
    const field = bound ?? (called === 'contact' ? FIELDS[call.via][2] : called);
    const meant = field === undefined || fields.includes(field) ? undefined : field;
    const consequence = LOST.get(meant ?? '');
    report({
      at: [call, name],
      mark: 'key',
      message: `${nameOfReader(call)} drops the field ${quote(name)}`,
      help: meant === undefined ? 'move it into "payload", or remove it' : `write ${quote(meant)}`,
      name,
      ...(consequence !== undefined && { consequence }),
      ...(meant === undefined && { severity: 'warning' }),
    });
  }
}

const nameOfReader = ({ via }: ApiCall): string => (via === 'sdk' ? 'the SDK' : 'the API');

/** Config fields that the SDK spells differently from the API: each drops those of the other. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ...[['event_name', 'eventName'] as const, ['filter_rule', 'filterRule'] as const],
  ...[['reply_to', 'replyTo'] as const, ['topic_id', 'topicId'] as const],
  ['segment_id', 'segmentId'],
  ...[['first_name', 'firstName'] as const, ['last_name', 'lastName'] as const],
]);
const MEANT_FOR = {
  sdk: new Map([
    ...RENAMED,
    ...['template_id', 'templateId'].map((name) => [name, 'template": {"id": …}'] as const),
    ...['timeout_seconds', 'timeoutSeconds'].map((name) => [name, 'timeout": "1 day"'] as const),
  ]),
  http: new Map(Array.from(RENAMED, ([api, sdk]) => [sdk, api] as const)),
} as const;

function checkConfigs(call: ApiCall, report: ReportFn): void {
  const { steps } = call.raw;
  for (const [index, step] of (Array.isArray(steps) ? steps : []).entries()) {
    const config = isObject(step) ? step['config'] : undefined;
    for (const name of isObject(config) ? Object.keys(config) : []) {
      const meant = MEANT_FOR[call.via].get(name);
      if (meant === undefined) continue;
      report({
        at: [call, 'steps', index, 'config', name],
        mark: 'key',
        message: `${nameOfReader(call)} drops the field ${quote(name)}`,
        help: meant.includes('"') ? `write "${meant}` : `write ${quote(meant)}`,
        habit: `fields are dropped by ${nameOfReader(call)}`,
        name,
      });
    }
  }
}

/** Other names of the fallback of a template variable. */
function checkVariables(call: ApiCall, report: ReportFn): void {
  const { variables } = call.raw;
  const meant = call.via === 'sdk' ? 'fallbackValue' : 'fallback_value';
  for (const [index, variable] of (Array.isArray(variables) ? variables : []).entries()) {
    if (!isObject(variable) || Object.hasOwn(variable, meant)) continue;
    for (const name of Object.keys(variable))
      if (/^(?:fallback|default)(?:_?value)?$/i.test(name))
        report({
          at: [call, 'variables', index, name],
          mark: 'key',
          message: `${nameOfReader(call)} drops the field ${quote(name)}`,
          help: `write ${quote(meant)}`,
          name,
          consequence: 'an email that does not pass the variable is not sent',
        });
  }
}
