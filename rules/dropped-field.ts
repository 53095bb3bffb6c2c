import { isObject, valueAt } from '../src/core/model/json.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { quote } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'dropped-field',
  severity: 'error',
  stage: 'structure',
  summary: 'A field of a call that is dropped without an error.',
  why: 'The call succeeds without the field, so no workflow starts or its emails lack data.',
  remedy: 'Write the name of the field as the SDK or the API has it.',

  document({ document }, report) {
    for (const call of document.calls) {
      const isSend = call.does === 'send';
      const who = call.via === 'sdk' ? 'the SDK' : 'the API';
      for (const { path, name, others } of isSend ? fieldsOfSend(call) : fieldsOfBody(call)) {
        const called = isSend
          ? (CALLED.get(name) ?? nearest(name, SENT[call.via]))
          : SPELLED[call.via].get(name);
        const meant = called !== undefined && others.includes(called) ? undefined : called;
        // Of other bodies only some fields are known.
        if (!isSend && meant === undefined) continue;
        report({
          at: [call, ...path],
          mark: 'key',
          message: `${who} drops the field ${quote(name)}`,
          help:
            meant === undefined
              ? 'move it into "payload", or remove it'
              : `write ${meant.includes('"') ? meant : quote(meant)}`,
          name,
          ...(path.includes('config') && { habit: `fields are dropped by ${who}` }),
          ...(meant === undefined && { severity: 'warning' }),
        });
      }
    }
  },
});

interface Field {
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** The names of all fields of its object. */
  readonly others: readonly string[];
}

const SENT = {
  sdk: ['event', 'email', 'contactId', 'payload'],
  http: ['event', 'email', 'contact_id', 'payload'],
};

/** Other names of the fields of a send. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ...['data', 'properties', 'metadata', 'params'].map((name) => [name, 'payload'] as const),
  ...['name', 'event_name', 'eventName'].map((name) => [name, 'event'] as const),
  ...['to', 'recipient'].map((name) => [name, 'email'] as const),
  ...[['contact_id', 'contactId'] as const, ['contactId', 'contact_id'] as const],
]);

const fieldsOfSend = ({ via, fields = [] }: ApiCall): readonly Field[] =>
  fields
    .filter((name) => !SENT[via].includes(name))
    .map((name) => ({ path: [name], name, others: fields }));

/** Fields that the SDK spells differently from the API: each drops those of the other. */
const PAIRS = [
  ...['event_name', 'filter_rule', 'reply_to', 'topic_id', 'first_name', 'last_name'],
  ...['segment_id', 'fallback_value'],
].map((name) => [name, name.replace(/_(\w)/, (_, letter) => letter.toUpperCase())] as const);
const SPELLED = {
  sdk: new Map<string, string>([
    ...PAIRS,
    ['template_id', '"template": {"id": …}'],
    ['templateId', '"template": {"id": …}'],
    ['timeout_seconds', '"timeout": "1 day"'],
    ['fallback', 'fallbackValue'],
  ]),
  http: new Map<string, string>([
    ...PAIRS.map(([api, sdk]) => [sdk, api] as const),
    ['fallback', 'fallback_value'],
  ]),
};

/** In the configs of steps, and in the variables of a template. */
const fieldsOfBody = ({ raw }: ApiCall): readonly Field[] =>
  ['steps', 'variables'].flatMap((holder) => {
    const inner = holder === 'steps' ? ['config'] : [];
    const items: readonly unknown[] = Array.isArray(raw[holder]) ? raw[holder] : [];
    return items.flatMap((item, i) => {
      const object = valueAt(item, inner);
      const others = isObject(object) ? Object.keys(object) : [];
      return others.map((name) => ({ path: [holder, i, ...inner, name], name, others }));
    });
  });
