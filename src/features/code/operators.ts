/** The values of operators, as far as their operands are known. */
import type { Node } from './parse.ts';
import { evaluate, type Use } from './resolve.ts';
import {
  type Constant,
  choiceOf,
  constant,
  HOLE,
  optionsOf,
  type Place,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';

/** Two values as one string. */
export function join(before: Value, after: Value, at: Place): Value {
  const all = optionsOf(before).flatMap((a) =>
    optionsOf(after).map((b): Value => {
      const [first, second] = [printed(a), printed(b)];
      const text = first + second;
      if (!text.includes(HOLE)) {
        const isDefault = [a, b].some((each) => each.is === 'constant' && each.isDefault);
        return { ...constant(text, at), ...(isDefault && { isDefault }) };
      }
      // Of two values, one may decide about the other.
      const isOne = !first.includes(HOLE) || !second.includes(HOLE);
      const declared = isOne
        ? declaredIn(a)?.flatMap((x) => declaredIn(b)?.map((y) => x + y) ?? [])
        : undefined;
      const isAny = declared === undefined || declared.length === 0;
      const known = { type: 'string', text, waits: waitsOf([a, b]) };
      return unknown(at, isAny ? known : { ...known, declared });
    }),
  );
  return choiceOf(all, at);
}

/** The strings that a value can be. */
const declaredIn = (value: Value): readonly string[] | undefined =>
  value.is === 'unknown' ? value.declared : printed(value) === HOLE ? undefined : [printed(value)];

function printed(value: Value): string {
  if (value.is === 'constant' && value.value !== undefined) return String(value.value);
  return value.is === 'unknown' ? (value.text ?? HOLE) : HOLE;
}

/** Whether a value counts as true; undefined where a program decides it at run time. */
function truthOf(value: Value): boolean | undefined {
  if (value.is === 'constant') return value.isDefault ? undefined : Boolean(value.value);
  return /^(?:choice|unknown|foreign)$/.test(value.is) ? undefined : true;
}

export function conditional({ test, consequent, alternate }: Node, use: Use, at: Place): Value {
  const truth = truthOf(evaluate(test, use));
  if (truth !== undefined) return evaluate(truth ? consequent : alternate, use);
  return choiceOf([evaluate(consequent, use), evaluate(alternate, use)], at);
}

export function logical({ left, right, operator }: Node, use: Use, at: Place): Value {
  const first = evaluate(left, use);
  if (first.is === 'unknown' && first.isEnvironment && operator !== '&&') {
    const second = evaluate(right, use);
    return second.is === 'constant' ? { ...second, isDefault: true } : second;
  }
  const kept: Value[] = [];
  let needsRight = false;
  for (const each of optionsOf(first)) {
    const takesRight =
      operator === '??' ? isMissing(each) : goesRight(truthOf(each), operator === '&&');
    if (takesRight !== true) kept.push(each);
    if (takesRight !== false) needsRight = true;
  }
  return choiceOf(needsRight ? [...kept, evaluate(right, use)] : kept, at);
}

const goesRight = (truth: boolean | undefined, isAnd: boolean): boolean | undefined =>
  truth === undefined ? undefined : truth === isAnd;

/** Whether a value is null or undefined. */
function isMissing(value: Value): boolean | undefined {
  if (value.is === 'unknown') return undefined;
  return value.is === 'constant' && (value.value === null || value.value === undefined);
}

export function binary({ left, right, operator }: Node, use: Use, at: Place): Value {
  const [a, b] = [evaluate(left, use), evaluate(right, use)];
  const waits = waitsOf([a, b]);
  if (operator === '+') return sum(a, b, at);
  if (/^(?:[-*/%]|\*\*|<<|>>>?|[&|^])$/.test(operator)) {
    const [x, y] = [a, b].map((each) => (each.is === 'constant' ? each.value : undefined));
    const isKnown = typeof x === 'number' && typeof y === 'number';
    const results = isKnown ? { '-': x - y, '*': x * y, '/': x / y, '%': x % y } : {};
    const result = (results as Readonly<Record<string, number>>)[operator];
    return result === undefined ? unknown(at, { type: 'number', waits }) : constant(result, at);
  }
  if (a.is !== 'constant' || b.is !== 'constant' || a.isDefault || b.isDefault)
    return unknown(at, { type: 'boolean', waits });
  const isEqual = operator.length === 3 ? a.value === b.value : equals(a, b);
  if (/^[!=]==?$/.test(operator)) return constant(isEqual === operator.startsWith('='), at);
  return unknown(at, { type: 'boolean' });
}

/** Null and undefined are equal, as are equal values of one type. */
const equals = (a: Constant, b: Constant): boolean =>
  a.value === b.value || (isMissing(a) === true && isMissing(b) === true);

function sum(a: Value, b: Value, at: Place): Value {
  const isText = (value: Value): boolean =>
    optionsOf(value).every(
      (each) =>
        (each.is === 'constant' && typeof each.value === 'string') ||
        (each.is === 'unknown' && each.type === 'string'),
    );
  if (isText(a) || isText(b)) return join(a, b, at);
  const isNumber = (value: Value): value is Constant =>
    value.is === 'constant' && typeof value.value === 'number';
  if (!isNumber(a) || !isNumber(b)) return unknown(at, { waits: waitsOf([a, b]) });
  if (a.isDefault || b.isDefault) return unknown(at, { type: 'number' });
  return constant((a.value as number) + (b.value as number), at);
}

export function unary({ operator, argument }: Node, use: Use, at: Place): Value {
  const value = evaluate(argument, use);
  const number = value.is === 'constant' && typeof value.value === 'number';
  if (operator === 'void') return constant(undefined, at);
  if (operator === '-' && number) return constant(-(value.value as number), at);
  if (operator === '!') {
    const truth = truthOf(value);
    return truth === undefined ? unknown(at, { type: 'boolean' }) : constant(!truth, at);
  }
  const type = operator === 'typeof' ? 'string' : /^[-+~]$/.test(operator) ? 'number' : undefined;
  return unknown(at, type === undefined ? {} : { type });
}
