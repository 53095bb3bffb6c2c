import type { Graph } from '../src/core/graph/graph.ts';
import {
  comparisonsOf,
  conditionOf,
  type Operator,
  operandOf,
} from '../src/core/model/condition.ts';
import { labelOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import type { Reference } from '../src/core/model/references.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { describeValue, quote } from '../src/core/model/text.ts';
import type { ContactProperty } from '../src/core/resources/contact-properties.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';
import { propertyOf } from '../src/core/run/payloads.ts';

type Type = 'string' | 'number' | 'boolean' | 'date';

const PROPERTIES = 'properties.';
/** A date is a number, or text in a form that is not documented but has digits. */
const mayBeDate = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
const is = (type: string) => (value: unknown) => typeof value === type;
const never = (): boolean => false;
const always = (): boolean => true;

/**
 * Whether a comparison of a type by an operator with a value may hold for some contacts and fail
 * for others.
 */
const FITS: Readonly<Record<Type, Record<'any' | 'number' | 'text', (value: unknown) => boolean>>> =
  {
    string: { any: is('string'), number: never, text: always },
    number: { any: is('number'), number: is('number'), text: never },
    boolean: { any: is('boolean'), number: never, text: never },
    date: { any: mayBeDate, number: always, text: always },
  };

const ADVICE: Readonly<Record<Type, string>> = {
  string: 'use "eq", "neq", "contains", "starts_with" or "ends_with" with a string',
  number: 'use "eq", "neq", "gt", "gte", "lt" or "lte" with a number',
  boolean: 'use "eq" or "neq" with true or false',
  date: 'compare with a date in the form YYYY-MM-DD',
};

export default defineRule({
  id: 'type-mismatch',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'A comparison that does not match the type of the field.',
  why: 'It has the same result for every contact, so the emails on one branch are never sent.',
  remedy: 'Compare with a value of the type of the field, or correct the schema.',

  workflow({ steps, graph, workspace }, report) {
    for (const step of steps) {
      const condition = conditionOf(step);
      if (condition === undefined) continue;
      const references = referencesOf(step).filter(({ use }) => use === 'condition');
      for (const { field, operator, value, isSound, path } of comparisonsOf(condition.root)) {
        const reference = references.find(({ text }) => text === field);
        // Null and operators without a value fit any type.
        if (!isSound || operator === undefined || value === null || reference === undefined)
          continue;
        const operand = operandOf(operator);
        const type = operand === 'none' ? undefined : typeOf(reference, graph, workspace);
        if (type === undefined || operand === 'none' || FITS[type.is][operand](value)) continue;
        const right = operand === 'any' ? convert(value, type.is) : undefined;
        report({
          at: [step, ...condition.base, ...path],
          message: `${labelOf(step)}: ${quote(field ?? '')} is a ${type.is} ${type.of} ${clash(operator, value)}`,
          help:
            right === undefined
              ? ADVICE[type.is]
              : `write ${typeof right === 'string' ? `${quote(right)} in` : `${right} without`} quotes`,
          fixes: writeFix([step, ...condition.base, ...path, 'value'], right),
          name: `${field} ${String(value)}`,
        });
      }
    }
  },
});

/** The type that the schema of the event, or the definition of the contact property, gives. */
function typeOf(reference: Reference, graph: Graph, workspace: Workspace) {
  const isType = (type: unknown): type is Type => Object.hasOwn(FITS, String(type));
  if (reference.scope === 'contact') {
    if (!reference.name.startsWith(PROPERTIES)) return undefined;
    const properties = workspace.ask<ContactProperty>('contact_properties', 'some');
    const found = properties?.find(reference.name.slice(PROPERTIES.length));
    const type = found?.isBound ? undefined : found?.item.value.type;
    return isType(type) ? { is: type, of: 'by its definition' } : undefined;
  }
  const read = propertyOf(reference, graph, workspace);
  const definition = read === undefined ? undefined : workspace.event(read.event);
  const type = definition?.schema?.get(read?.property ?? '');
  return isType(type) ? { is: type, of: `in ${quote(definition?.name ?? '')}` } : undefined;
}

function clash(operator: Operator, value: unknown): string {
  const operand = operandOf(operator);
  if (operand === 'number') return `but ${quote(operator)} compares numbers`;
  if (operand === 'text') return `but ${quote(operator)} compares strings`;
  const written =
    typeof value === 'string' ? quote(value) : describeValue(value).replace('the number ', '');
  return `and ${operator === 'eq' ? 'never equals' : 'always differs from'} ${written}`;
}

/** The same value in another type, where there is one. */
function convert(value: unknown, type: Type): string | number | boolean | undefined {
  if (type === 'string') return String(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'boolean')
    return value === 'true' || value === 'false' ? value === 'true' : undefined;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  return type === 'number' && Number.isFinite(number) ? number : undefined;
}
