import { fallbackNameOf } from '../src/core/model/endpoints.ts';
import { isObject } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import type { ApiCall } from '../src/core/model/nodes.ts';
import { keyPlaceOf } from '../src/core/model/place.ts';
import { namesMeant } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

interface Dropped {
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly meant: string | undefined;
}

const FIELDS = {
  sdk: ['event', 'email', 'contactId', 'payload'],
  http: ['event', 'email', 'contact_id', 'payload'],
} as const;

/** Wrong name → right name, in today's spelling. */
const MEANT = namesMeant({
  payload: 'data properties metadata params variables attributes',
  event: 'name event_name eventName type',
  contact_id: 'contact_id contactId contact',
  email: 'to recipient user_email userEmail',
});

/** Config fields that the SDK spells differently from the API. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['event_name', 'eventName'],
  ['filter_rule', 'filterRule'],
  ['reply_to', 'replyTo'],
  ['topic_id', 'topicId'],
  ['segment_id', 'segmentId'],
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
]);

/** The SDK has no fields of these names for what the service had before. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['template_id', 'template'],
  ['templateId', 'template'],
  ['timeout_seconds', 'timeout'],
  ['timeoutSeconds', 'timeout'],
]);
const DROPPED_BY_SDK: ReadonlyMap<string, string> = new Map([...RENAMED, ...REPLACED]);
const FORMS: ReadonlyMap<string, string> = new Map([
  ['template', ': { id: … }'],
  ['timeout', ' with a duration, such as "1 day"'],
]);

const remedyOf = (meant: string): string => `write ${quote(meant)}${FORMS.get(meant) ?? ''}`;

const SPELT_BY_API: ReadonlyMap<string, string> = new Map(
  Array.from(RENAMED, ([api, sdk]) => [sdk, api]),
);

export default defineRule({
  id: 'dropped-field',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'A field of a call in application code that is dropped without an error.',
  why: 'The call succeeds without the field, so the workflow does not start or its emails lack data.',
  remedy: 'Write the name of the field as the SDK or the API has it.',
  whenOff: 'When your own client renames the fields.',

  call({ call }, report) {
    const isSent = call.does === 'send' || call.does === 'wrap';
    const dropped = isSent
      ? droppedOfSend(call)
      : [...droppedOfConfigs(call), ...droppedOfVariables(call)];
    const [first, ...others] = dropped;
    if (first === undefined) return;
    const by = call.via === 'sdk' ? 'the SDK' : 'the API';
    const more = dropped.length === 1 ? '' : `, and ${dropped.length - 1} more`;
    report({
      at: keyPlaceOf([call, ...first.path]),
      related: others.map(({ path, meant }) => ({
        at: keyPlaceOf([call, ...path]),
        message: `also dropped${meant === undefined ? '' : `: ${remedyOf(meant)}`}`,
      })),
      message: `${by} drops the field ${quote(first.name)}${more}`,
      help:
        first.meant === undefined ? 'move it into "payload", or remove it' : remedyOf(first.meant),
      consequence: consequenceOf(first.meant),
      fingerprintKey: { detail: dropped.map(({ name }) => name).join(' ') },
      maxSeverity: dropped.every(({ meant }) => meant === undefined) ? 'warning' : undefined,
    });
  },
});

function droppedOfSend({ raw, via, wrapped }: ApiCall): readonly Dropped[] {
  const fields: readonly string[] = FIELDS[via];
  const given = new Set<string | undefined>(Object.keys(raw));
  return Object.keys(raw)
    .filter((name) => !fields.includes(name) && wrapped?.has(name) !== true)
    .map((name): Dropped => {
      const known = MEANT.get(name);
      const spelt = known === 'contact_id' ? FIELDS[via][2] : known;
      const meant = spelt ?? nearest(name, fields);
      return { path: [name], name, meant: given.has(meant) ? undefined : meant };
    })
    .sort((a, b) => Number(a.meant === undefined) - Number(b.meant === undefined));
}

/** The SDK copies only the config fields that it knows, in camelCase. The API knows them in snake_case. */
function droppedOfConfigs({ raw, via }: ApiCall): readonly Dropped[] {
  const { steps } = raw;
  if (!Array.isArray(steps)) return [];
  const renamed = via === 'sdk' ? DROPPED_BY_SDK : SPELT_BY_API;
  return steps.flatMap((step: unknown, i): readonly Dropped[] => {
    if (!isObject(step) || !isObject(step['config'])) return [];
    return Object.keys(step['config']).flatMap((name) => {
      const meant = renamed.get(name);
      return meant === undefined ? [] : [{ path: ['steps', i, 'config', name], name, meant }];
    });
  });
}

/** Other names for the fallback of a variable of a template. */
function droppedOfVariables({ raw: { variables }, via }: ApiCall): readonly Dropped[] {
  if (!Array.isArray(variables)) return [];
  const meant = fallbackNameOf(via);
  return variables.flatMap((variable: unknown, i): readonly Dropped[] => {
    if (!isObject(variable) || Object.hasOwn(variable, meant)) return [];
    const names = Object.keys(variable).filter((name) => FALLBACK.test(name));
    return names.map((name) => ({ path: ['variables', i, name], name, meant }));
  });
}

const FALLBACK = /^(?:fallback|default)(?:_?value)?$/i;

function consequenceOf(meant: string | undefined): string | undefined {
  switch (meant) {
    case 'event':
      return 'no event is sent';
    case 'payload':
      return 'the event arrives without its data';
    case 'fallbackValue':
    case 'fallback_value':
      return 'an email that does not pass the variable is not sent';
    case 'contactId':
    case 'contact_id':
    case 'email':
      return 'the event names no contact';
    default:
      return undefined;
  }
}
