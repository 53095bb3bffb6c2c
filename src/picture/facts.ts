import { configField, eventNameOf, templateOf } from '../model/config.ts';
import { formatDuration, hasTimeout, lengthsOf, secondsOf } from '../model/duration.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import type { Edge, Step } from '../model/nodes.ts';

/** What a picture says of a step: raw text of the workflow, to be escaped and cut by whoever prints it. */
export interface Facts {
  /** What kind of step it is, in words: "Wait for event". */
  readonly caption: string;
  /** What matters most: the subject, the event, the length. */
  readonly main: string;
  readonly details: readonly string[];
}

// A rule of a thousand parts, or a name of a megabyte, is read by nobody.
const LONGEST = 400;
const MAX_PARTS = 4;

const CAPTIONS = new Map([
  ['trigger', 'Trigger'],
  ['send_email', 'Email'],
  ['delay', 'Delay'],
  ['wait_for_event', 'Wait for event'],
  ['condition', 'Condition'],
  ['contact_update', 'Update contact'],
  ['contact_delete', 'Delete contact'],
  ['add_to_segment', 'Add to segment'],
]);

export function factsOf(step: Step): Facts {
  const caption = step.type === undefined ? 'Step' : (CAPTIONS.get(step.type) ?? 'Other step');
  const [main, ...details] = linesOf(step);
  return { caption, main: main.slice(0, LONGEST), details: details.map((line) => line.slice(0, LONGEST)) };
}

/** The name an edge goes by: branches bear their type; the plain way on from a step that does not branch needs none. */
export function labelOfLink({ type }: Edge, from: Step | undefined): string {
  const branches = from?.type === 'condition' || from?.type === 'wait_for_event';
  return type === undefined || (type === 'default' && !branches) ? '' : type.slice(0, LONGEST);
}

/** A key as it is shown. The alpha's are UUIDs: eight digits tell them apart. */
export function shortKey(key: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key) ? `${key.slice(0, 8)}…` : key.slice(0, LONGEST);
}

export function nameOfStep({ key, index }: Step): string {
  return key === undefined ? `#${index + 1}` : shortKey(key);
}

function linesOf(step: Step): readonly [string, ...string[]] {
  switch (step.type) {
    case undefined:
      return ['no type'];
    case 'trigger':
      return [eventNameOf(step) ?? 'no event'];
    case 'send_email': {
      const id = textOf(templateOf(step)?.id);
      const template = id === undefined ? 'no template' : `template ${shortKey(id)}`;
      const subject = textOf(step.config['subject']);
      return subject === undefined ? [template] : [subject, template];
    }
    case 'delay':
      return [lengthOf(step) ?? 'no length'];
    case 'wait_for_event': {
      const length = lengthOf(step);
      const filter = configField(step, 'filter_rule');
      const atMost = length !== undefined && hasTimeout(step) ? `at most ${length}` : 'without a timeout';
      return [eventNameOf(step) ?? 'no event', ...(isObject(filter) ? [`if ${describeRule(filter)}`] : []), atMost];
    }
    case 'condition':
      return [describeRule(step.config), ...partsOf(step.config)];
    case 'contact_update':
      return [`sets ${fieldsSetBy(step).join(', ') || 'nothing'}`];
    case 'contact_delete':
      return ['the run ends here'];
    case 'add_to_segment':
      return [shortKey(textOf(configField(step, 'segment_id')) ?? 'no segment')];
    default:
      return [step.type.replaceAll('_', ' ')];
  }
}

/** The length of a delay or timeout as people say it; as it stands where it cannot be read. */
function lengthOf(step: Step): string | undefined {
  const seconds = secondsOf(step);
  if (seconds !== undefined) return formatDuration(seconds);
  const raw = lengthsOf(step)[0]?.raw;
  return raw === undefined ? undefined : typeof raw === 'object' ? 'a length that cannot be read' : `“${raw}”`;
}

function fieldsSetBy(step: Step): readonly string[] {
  const properties = own(step.config, 'properties');
  const fields = Object.keys(step.config).filter((name) => name !== 'properties');
  return [...fields, ...(isObject(properties) ? Object.keys(properties) : [])];
}

/** The first rules of a group, each on a line. */
function partsOf(rule: JsonObject): readonly string[] {
  const rules = own(rule, 'rules');
  if (!Array.isArray(rules)) return [];
  const shown = rules
    .slice(0, rules.length > MAX_PARTS ? MAX_PARTS - 1 : MAX_PARTS)
    .map((part) => (isObject(part) ? describeRule(part) : 'a rule that cannot be read'));
  return rules.length > shown.length ? [...shown, `… ${rules.length - shown.length} more`] : shown;
}

function describeRule(rule: JsonObject): string {
  const rules = own(rule, 'rules');
  if (Array.isArray(rules)) return `${own(rule, 'type') === 'or' ? 'any' : 'all'} of ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  const [field, operator, value] = [own(rule, 'field'), own(rule, 'operator'), own(rule, 'value')];
  if (typeof field !== 'string' || typeof operator !== 'string') return 'a rule that cannot be read';
  return [field, operator.replaceAll('_', ' '), ...(typeof value === 'object' || value === undefined ? [] : [String(value)])].join(' ');
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
