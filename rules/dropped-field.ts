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
              : `write ${FORMS.get(meant) ?? quote(meant)}`,
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
  ...['fallbackValue', 'fallback_value'].map(
    (field) => [field, 'an email that does not pass the variable is not sent'] as const,
  ),
]);

function droppedOfSend({ via, fields = [], corrections }: ApiCall): readonly Dropped[] {
  const known: readonly string[] = FIELDS[via];
  const unknown = fields.filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const called = CALLED.get(name);
    const bound = corrections.find(({ isKey, written }) => isKey && written === name)?.meant;
    const meant = bound ?? (called === 'contact' ? FIELDS[via][2] : called);
    const isFree = meant !== undefined && !fields.includes(meant);
    return { path: [name], name, meant: isFree ? meant : undefined };
  });
}

/** Config fields that the SDK spells differently from the API: each drops those of the other. */
const RENAMED = [
  ...[['event_name', 'eventName'] as const, ['filter_rule', 'filterRule'] as const],
  ...[['reply_to', 'replyTo'] as const, ['topic_id', 'topicId'] as const],
  ...[['first_name', 'firstName'] as const, ['last_name', 'lastName'] as const],
  ['segment_id', 'segmentId'] as const,
];
/** The SDK has no fields of these names for what the service had before. */
const REPLACED = [
  ...['template_id', 'templateId'].map((name) => [name, 'template'] as const),
  ...['timeout_seconds', 'timeoutSeconds'].map((name) => [name, 'timeout'] as const),
];
const FORMS: ReadonlyMap<string, string> = new Map([
  ['template', '"template": {"id": …}'],
  ['timeout', '"timeout": "1 day"'],
]);
const CONFIG_FIELDS = {
  sdk: new Map<string, string>([...RENAMED, ...REPLACED]),
  http: new Map<string, string>(RENAMED.map(([api, sdk]) => [sdk, api])),
};

/** In the configs of steps, and the fallbacks of template variables. */
function droppedOfBody({ raw, via }: ApiCall): readonly Dropped[] {
  const meantOf = (name: string, holder: string): string | undefined => {
    if (holder === 'steps') return CONFIG_FIELDS[via].get(name);
    const isFallback = /^(?:fallback|default)(?:_?value)?$/i.test(name);
    return isFallback ? (via === 'sdk' ? 'fallbackValue' : 'fallback_value') : undefined;
  };
  return ['steps', 'variables'].flatMap((holder) =>
    (Array.isArray(raw[holder]) ? raw[holder] : []).flatMap((item: unknown, index: number) => {
      const isConfig = holder === 'steps';
      const object = isConfig && isObject(item) ? item['config'] : item;
      if (!isObject(object)) return [];
      return Object.keys(object).flatMap((name): Dropped | [] => {
        const meant = meantOf(name, holder);
        if (meant === undefined || Object.hasOwn(object, meant)) return [];
        const path = [holder, index, ...(isConfig ? ['config'] : []), name];
        return { path, name, meant, isConfig };
      });
    }),
  );
}
