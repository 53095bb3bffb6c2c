import { fallbackNameOf } from '../../core/model/endpoints.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { escapeSegment } from '../../core/model/place.ts';
import { STEP_TYPES } from '../../core/steps/registry.ts';
import type { FoundCall } from './calls.ts';
import { knownPartsOf } from './literals.ts';
import { entryOf, HOLE, jsonTypeOf, knownText, type Value } from './values.ts';

interface WrittenWorkflow {
  readonly raw: JsonObject;
  /** Pointers to values that are not known, with a slash at the end, and to those that have more fields than are known. */
  readonly unknown: readonly string[];
}

/** The text for an unknown value. Findings that contain it are left out. */
export const UNKNOWN_VALUE = /unknown value \d+/;

/** Fields of a config without which times and branches are unknown. */
const DECISIVE = /^(?:duration|timeout|(?:timeout_?)?seconds|filter_?rule)$/i;
/** These fields of a workflow may be left out. */
const OPTIONAL = new Set(['/name', '/status', '/id']);

const TYPES = STEP_TYPES.map(({ name }) => name);

/** The type of a step, also where it is misspelt. */
export const meantType = (type: string): string | undefined =>
  TYPES.find((name) => name === type) ?? nearest(type, TYPES);

/** Name, status and other fields without a graph. */
export const changesOnlyNames = (given: Value): boolean =>
  given.kind === 'object' && !given.isOpen && !given.entries.has('steps');

/**
 * A workflow as JSON. `undefined` if its graph is unknown: steps, connections, conditions, durations.
 * @param isFragment its steps are checked one by one.
 * @param place makes its unknown values differ from those of other workflows.
 */
export function writeWorkflow(
  given: Value,
  isFragment = false,
  place = '',
): WrittenWorkflow | undefined {
  const unknown: string[] = [];
  const write = (value: Value, pointer: string): unknown => {
    if (value.kind === 'constant') return value.value;
    if (value.kind === 'array' && !value.isOpen)
      return value.items.map((item, i) => write(item, `${pointer}/${i}`));
    const isList = /\/(?:variables|properties)$/.test(pointer);
    if (value.kind === 'object' && value.isOpen && isList) unknown.push(pointer);
    if (value.kind === 'object' && (!value.isOpen || isList))
      return Object.fromEntries(
        [...value.entries].flatMap(([name, entry]) => {
          const { kind } = entry.value;
          const at = `${pointer}/${escapeSegment(name)}`;
          const isLeftOut = OPTIONAL.has(at) && kind !== 'constant';
          if (kind === 'absent' || kind === 'function' || isLeftOut) return [];
          return [[name, write(entry.value, at)]];
        }),
      );
    // Names of steps are parts of texts about others.
    if (isFragment && /^\/(?:steps\/\d+\/key|connections\/\d+\/\w+)$/.test(pointer))
      return knownPartsOf(value).replaceAll(HOLE, '…');
    // In place of a template, any text is wrong.
    if (jsonTypeOf(value) === 'string' && /\/config\/template$/.test(pointer)) return '…';
    unknown.push(`${pointer}/`);
    return `unknown value ${unknown.length} of ${place}`;
  };
  const raw = write(given, '');
  const steps: unknown = isObject(raw) ? raw['steps'] : undefined;
  if (!isObject(raw) || !Array.isArray(steps)) return undefined;
  const isDecisive = (pointer: string): boolean => {
    const [, list, index, part, field] = pointer.split('/');
    if (list !== 'steps' || part !== 'config' || field === undefined) return true;
    const type: unknown = steps[Number(index)]['type'];
    return meantType(String(type)) === 'condition' || DECISIVE.test(field);
  };
  return !isFragment && unknown.some(isDecisive) ? undefined : { raw, unknown };
}

/** A template of which everything is known but its texts. Without an alias, nothing refers to it. */
export function writeTemplate({ given, via }: FoundCall): JsonObject | undefined {
  if (given.kind !== 'object' || given.isOpen) return undefined;
  const list = entryOf(given, 'variables');
  const variables = list === undefined ? [] : variablesOf(list, fallbackNameOf(via));
  if (variables === undefined) return undefined;
  const textOf = (name: string): string | null | undefined => {
    const value = entryOf(given, name);
    return value === undefined ? null : knownText(value);
  };
  const [alias, from, subject] = [textOf('alias'), textOf('from'), textOf('subject')];
  // Its body can be a component. Whether it is published is not known.
  const html = textOf('html') ?? undefined;
  const name = textOf('name');
  const id = alias ?? (name ? `${name} (created in code)` : 'created in code');
  const kept = { object: 'template', id, alias, name, status: 'published' };
  return { ...kept, from, subject, html, variables };
}

function variablesOf(list: Value, fallbackName: string): readonly JsonObject[] | undefined {
  if (list.kind !== 'array' || list.isOpen) return undefined;
  const variables = list.items.map((item): JsonObject | undefined => {
    const key = knownText(entryOf(item, 'key'));
    if (item.kind !== 'object' || item.isOpen || key === undefined) return undefined;
    const fallback = entryOf(item, fallbackName);
    const type = knownText(entryOf(item, 'type'));
    return { key, type, ...(fallback && { fallback_value: knownText(fallback) ?? 'unknown' }) };
  });
  return variables.every((each) => each !== undefined) ? variables : undefined;
}
