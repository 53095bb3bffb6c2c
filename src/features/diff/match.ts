import { isDeepStrictEqual } from 'node:util';
import { configValue } from '../../core/model/config.ts';
import { lengthsOf, secondsOf } from '../../core/model/duration.ts';
import { isObject } from '../../core/model/json.ts';
import { isCondition, isTrigger } from '../../core/model/step-type.ts';
import type { Step } from '../../core/model/workflow.ts';

/** What two sides have in common, and what only one has. */
export interface Matched<T> {
  readonly pairs: readonly (readonly [before: T, after: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Pairs by each name in turn: an item is matched by the first name that one other item has. */
export function matchBy<T>(
  before: readonly T[],
  after: readonly T[],
  names: readonly ((item: T) => string | undefined)[],
): Matched<T> {
  const pairs: (readonly [T, T])[] = [];
  const [removed, added] = [new Set(before), new Set(after)];
  for (const nameOf of names) {
    const byName = new Map<string, T | undefined>();
    for (const item of added) {
      const name = nameOf(item);
      // A name that several have tells nothing.
      if (name !== undefined) byName.set(name, byName.has(name) ? undefined : item);
    }
    for (const item of removed) {
      const name = nameOf(item);
      const other = name === undefined ? undefined : byName.get(name);
      if (other === undefined || !added.has(other)) continue;
      pairs.push([item, other]);
      removed.delete(item);
      added.delete(other);
    }
  }
  return { pairs, removed: [...removed], added: [...added] };
}

/** Steps by key, then by equal content, as keys may be generated anew; then the only triggers. */
export function matchSteps(before: readonly Step[], after: readonly Step[]): Matched<Step> {
  const byKey = matchBy(before, after, [({ key }) => key]);
  const byContent = matchBy(byKey.removed, byKey.added, [contentOf]);
  const [trigger, ...more] = byContent.removed.filter(isTrigger);
  const [other, ...others] = byContent.added.filter(isTrigger);
  const isOnly = trigger && other && more.length + others.length === 0;
  const pairs = [
    ...byKey.pairs,
    ...byContent.pairs,
    ...(isOnly ? [[trigger, other] as const] : []),
  ];
  return {
    pairs: pairs.sort(([, a], [, b]) => a.index - b.index),
    removed: byContent.removed.filter((step) => !isOnly || step !== trigger),
    added: byContent.added.filter((step) => !isOnly || step !== other),
  };
}

/** Two triggers or delays without a config say nothing of each other. */
function contentOf(step: Step): string | undefined {
  const { length } = step.spec;
  const config = new Map(Object.entries(configOf(step)));
  const seconds = secondsOf(step);
  if (length !== undefined && seconds !== undefined) config.set(length.text, seconds);
  const entries = [...config].sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : JSON.stringify([step.type, entries]);
}

/** The config by today's fields only: `604800 seconds` for a number of seconds. */
export function configOf(step: Step): Record<string, unknown> {
  const { fields, length, writes } = step.spec;
  // Null is a value where it is compared or written, else an unused field.
  const isValue = isCondition(step) || writes.length > 0;
  const given = Object.entries(step.config).filter(([, value]) => isValue || value !== null);
  const config = new Map(given);
  for (const [field, { becomes }] of fields) {
    if (becomes === undefined) continue;
    if (isDeepStrictEqual(config.get(field), configValue(step, ...becomes))) config.delete(field);
    const [holder, name] = becomes;
    const inner = config.get(holder);
    // As null as the field that it replaces.
    if (isObject(inner) && inner[name] === null)
      config.set(holder, { ...inner, [name]: undefined });
  }
  for (const { field, isSeconds, duration } of lengthsOf(step))
    if (isSeconds && duration.kind === 'known') {
      config.delete(field);
      config.set(length?.text ?? field, `${duration.seconds} seconds`);
    }
  return Object.fromEntries(config);
}
