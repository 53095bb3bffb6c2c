import { comparisonsIn, OPERANDS } from '../src/core/model/condition.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { convertTo } from '../src/core/model/json.ts';
import { referencesOf } from '../src/core/model/references.ts';
import { describeValue, labelOf, quote } from '../src/core/model/text.ts';
import { contactPropertyOf } from '../src/core/resources/contact-properties.ts';
import { defineRule } from '../src/core/rule.ts';
import { typeInSchema } from '../src/core/run/payloads.ts';

type Fits = (value: unknown) => boolean;

const is = (type: string) => (value: unknown) => typeof value === type;
const never = (): boolean => false;
const always = (): boolean => true;
/** A date is a number, or text in a form that is not documented but has digits. */
const mayBeDate = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

/**
 * Whether a comparison of a type by an operator with a value may hold for some contacts and fail
 * for others.
 */
const FITS: ReadonlyMap<string, Readonly<Record<'any' | 'number' | 'text', Fits>>> = new Map([
  ['string', { any: is('string'), number: never, text: always }],
  ['number', { any: is('number'), number: is('number'), text: never }],
  ['boolean', { any: is('boolean'), number: never, text: never }],
  ['date', { any: mayBeDate, number: always, text: always }],
]);

export default defineRule({
  id: 'type-mismatch',
  severity: 'warning',
  stage: 'flow',
  summary: 'A comparison that does not match the type of the field.',
  why: 'It has the same result for every contact, so the emails on one branch are never sent.',
  remedy: 'Compare with a value of the type of the field, or correct the schema.',

  workflow({ steps, graph, workspace }, report) {
    for (const step of steps)
      for (const { field = '', operator, value, isSound, at } of comparisonsIn(step)) {
        const reference = referencesOf(step).find(
          ({ use, text }) => use === 'condition' && text === field,
        );
        const operand = operator === undefined ? 'none' : OPERANDS[operator];
        // Null and operators without a value fit any type.
        if (!isSound || operand === 'none' || value === null || reference === undefined) continue;
        const type =
          reference.scope === 'contact'
            ? contactPropertyOf(reference, workspace)?.type
            : typeInSchema(reference, graph, workspace);
        const fits = FITS.get(type ?? '');
        if (type === undefined || fits === undefined || fits[operand](value)) continue;
        const right = operand === 'any' ? convertTo(type, value) : undefined;
        const used = `${quote(operator ?? '')} compares it with ${describeValue(value)}`;
        report({
          at,
          message: `${labelOf(step)}: ${quote(field)} is a ${type}, but ${used}`,
          help:
            right === undefined
              ? `use an operator and a value for a ${type}`
              : `write "value": ${JSON.stringify(right)}`,
          fixes: writeFix([...at, 'value'], right),
          name: `${field} ${String(value)}`,
        });
      }
  },
});
