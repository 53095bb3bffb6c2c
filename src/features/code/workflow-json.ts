import { isObject, type JsonObject } from '../../core/model/json.ts';
import { escapeSegment } from '../../core/model/place.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import { entryOf, knownText, type Value } from './values.ts';

interface WrittenWorkflow {
  readonly raw: JsonObject;
  /** Pointers to values that are not known. */
  readonly unknown: readonly string[];
}

/** The text for a value that is not known. Findings that mention it are left out. */
export const UNKNOWN_VALUE = /unknown value \d+/;

/** Without these the times and branches of a workflow are not known. */
const DECISIVE = new Set([
  'duration',
  'timeout',
  'filterRule',
  'filter_rule',
  'seconds',
  'timeout_seconds',
]);
/** Of a workflow, these may be left out. */
const OPTIONAL = new Set(['name', 'status', 'id']);

/** A workflow as JSON. `undefined` where its graph is not known: steps, connections, conditions, durations. */
export function writeWorkflow(given: Value): WrittenWorkflow | undefined {
  if (given.kind !== 'object' || given.isOpen || !isKnownGraph(given)) return undefined;
  const unknown: string[] = [];
  const write = (value: Value, pointer: string): unknown => {
    const { kind } = value;
    if (kind === 'constant') return value.value;
    if (kind === 'array' && !value.isOpen)
      return value.items.map((item, i) => write(item, `${pointer}/${i}`));
    if (kind === 'object' && !value.isOpen) return fieldsOf(value, pointer);
    unknown.push(pointer);
    return `unknown value ${unknown.length}`;
  };
  const fieldsOf = (value: Value, pointer: string): JsonObject =>
    Object.fromEntries(
      (value.kind === 'object' ? [...value.entries] : []).flatMap(([name, entry]) => {
        const { kind } = entry.value;
        const isLeftOut = pointer === '' && OPTIONAL.has(name) && kind !== 'constant';
        if (kind === 'absent' || kind === 'function' || isLeftOut) return [];
        return [[name, write(entry.value, `${pointer}/${escapeSegment(name)}`)]];
      }),
    );
  const raw = fieldsOf(given, '');
  return isObject(raw) ? { raw, unknown } : undefined;
}

function isKnownGraph(given: Value): boolean {
  const steps = entryOf(given, 'steps');
  const edges = entryOf(given, 'connections') ?? entryOf(given, 'edges');
  if (steps?.kind !== 'array' || steps.isOpen || !steps.items.every(isKnownStep)) return false;
  return edges === undefined || isConstant(edges);
}

function isKnownStep(step: Value): boolean {
  if (step.kind !== 'object' || step.isOpen) return false;
  const type = knownText(entryOf(step, 'type'));
  const config = entryOf(step, 'config');
  for (const [name, { value }] of step.entries)
    if (name !== 'config' && value.kind !== 'absent' && !isConstant(value)) return false;
  if (type === undefined) return false;
  if (config === undefined) return true;
  if (config.kind !== 'object' || config.isOpen) return false;
  if (stepTypeOf(type).isKnown === false) return isConstant(config);
  const isDecisive = type === 'condition';
  for (const [name, { value }] of config.entries)
    if ((isDecisive || DECISIVE.has(name)) && value.kind !== 'absent' && !isConstant(value))
      return false;
  return true;
}

/** Whether all of a value is known. */
function isConstant(given: Value): boolean {
  const waiting = [given];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind === 'array' && !value.isOpen) waiting.push(...value.items);
    else if (value.kind === 'object' && !value.isOpen) {
      for (const entry of value.entries.values())
        if (entry.value.kind !== 'absent') waiting.push(entry.value);
    } else if (value.kind !== 'constant') return false;
  }
  return true;
}
