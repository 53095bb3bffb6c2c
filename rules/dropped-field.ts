import { isObject } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/text.ts';
import type { ApiCall } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'dropped-field',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A field of a call that is dropped without an error.',
  why: 'The call succeeds without the field, so no workflow starts or its emails lack data.',
  remedy: 'Write the name of the field as the SDK or the API has it.',

  document({ document }, report) {
    for (const call of document.calls) {
      const who = call.via === 'sdk' ? 'the SDK' : 'the API';
      const dropped = call.does === 'send' ? droppedOfSend(call) : droppedOfBody(call);
      for (const { path, name, meant, isConfig } of dropped) {
        const consequence = LOST.get(meant ?? '');
        report({
          at: [call, ...path],
          mark: 'key',
          message: `${who} drops the field ${quote(name)}`,
          help:
            meant === undefined
              ? 'move it into "payload", or remove it'
              : `write ${meant.includes('"') ? meant : quote(meant)}`,
          name,
          ...(isConfig && { habit: `fields are dropped by ${who}` }),
          ...(consequence !== undefined && { consequence }),
          ...(meant === undefined && { severity: 'warning' }),
        });
      }
    }
  },
});

interface Dropped {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly meant: string | undefined;
  /** A step has many of them. */
  readonly isConfig?: boolean;
}

const FIELDS = {
  sdk: ['event', 'email', 'contactId', 'payload'],
  http: ['event', 'email', 'contact_id', 'payload'],
} as const;

/** Other names of the fields of a send. */
const CALLED = new Map([
  ...['data', 'properties', 'metadata', 'params'].map((name) => [name, 'payload'] as const),
  ...['name', 'event_name', 'eventName'].map((name) => [name, 'event'] as const),
  ...['to', 'recipient'].map((name) => [name, 'email'] as const),
]);

/** What is lost without a field. */
const LOST: ReadonlyMap<string, string> = new Map([
  ['event', 'no event is sent'],
  ['payload', 'the event arrives without its data'],
  ['email', 'the event names no contact'],
  ['contactId', 'the event names no contact'],
  ['contact_id', 'the event names no contact'],
  ['fallbackValue', 'an email that does not pass the variable is not sent'],
  ['fallback_value', 'an email that does not pass the variable is not sent'],
]);

function droppedOfSend({ via, fields = [], corrections }: ApiCall): readonly Dropped[] {
  const [, , contact] = FIELDS[via];
  const known: readonly string[] = FIELDS[via];
  const unknown = fields.filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const bound = corrections.find(({ isKey, written }) => isKey && written === name)?.meant;
    const isContact = name === 'contact_id' || name === 'contactId';
    const meant = bound ?? (isContact ? contact : CALLED.get(name));
    const isFree = meant !== undefined && !fields.includes(meant);
    return { path: [name], name, meant: isFree ? meant : undefined };
  });
}

/** Fields that the SDK spells differently from the API: each drops those of the other. */
const SPELLED = [
  ...['event_name', 'filter_rule', 'reply_to', 'topic_id', 'first_name', 'last_name'],
  ...['segment_id', 'fallback_value'],
].map((name) => [name, name.replace(/_(\w)/, (_, letter) => letter.toUpperCase())] as const);
const MEANT = {
  sdk: new Map<string, string>([
    ...SPELLED,
    ['template_id', '"template": {"id": …}'],
    ['timeout_seconds', '"timeout": "1 day"'],
    ['fallback', 'fallbackValue'],
  ]),
  http: new Map<string, string>([
    ...SPELLED.map(([api, sdk]) => [sdk, api] as const),
    ['fallback', 'fallback_value'],
  ]),
};

/** In the configs of steps, and in the variables of a template. */
function droppedOfBody({ raw, via }: ApiCall): readonly Dropped[] {
  return ['steps', 'variables'].flatMap((holder) =>
    (Array.isArray(raw[holder]) ? raw[holder] : []).flatMap((item: unknown, index: number) => {
      const isConfig = holder === 'steps';
      const object = isConfig && isObject(item) ? item['config'] : item;
      const path = [holder, index, ...(isConfig ? ['config'] : [])];
      const names = Object.keys(isObject(object) ? object : {});
      return names.flatMap((name): Dropped | [] => {
        const meant = MEANT[via].get(name);
        if (meant === undefined || names.includes(meant)) return [];
        return { path: [...path, name], name, meant, isConfig };
      });
    }),
  );
}
