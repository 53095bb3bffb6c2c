import type { ErrorObject } from '../document/validator.ts';
import { describeKind, isObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { fold, nearest } from '../model/nearest.ts';
import { escapeSegment, unescapeSegment } from '../model/place.ts';
import type { AnyRule, OptionSchema } from '../rule.ts';

export interface Mistake {
  /** From the root of the file. */
  readonly pointer: string;
  /** The property name is wrong, not its value. */
  readonly onKey?: boolean;
  readonly message: string;
  /** The rest of the configuration still applies. */
  readonly isWarning?: boolean;
}

const EXPECTED = new Map([
  ['string', 'text'],
  ['string,array', 'text, or an array of texts'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['string,null', 'text or null'],
]);

// Otherwise a pull request could run code, or send the key elsewhere.
const CODE =
  'a configuration is data only and cannot run code: add your own rules with --plugin on the command line';
const ADDRESS =
  'the address of the service is set only by --base-url or EDGEWISE_BASE_URL, so that a configuration cannot redirect the key';
const KEY = 'a configuration must not contain a key: set EDGEWISE_API_KEY or RESEND_API_KEY';
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:code|js|run|env|hooks?|modules?|loaders?|imports?|requires?|exec|eval|commands?|scripts?|formatters?|rules?(?:dirs?|paths?|files?))$/,
    CODE,
  ],
  [/plugin|parser|processor/, CODE],
  [/url$|uri$|host|endpoint|proxy|^(?:api|server|origin|address|service)$/, ADDRESS],
  [/key|token|secret|password|credential|bearer|^auth|header/, KEY],
];
const MISSING = new Map([
  ['reason', 'this suppression has no "reason": write why the finding is accepted'],
  ['rule', 'this suppression has no "rule": name the one whose finding is not to count'],
  [
    'rules',
    'this override has no "rules": say which rules are different there, such as { "cycle": "off" }',
  ],
]);
const EXAMPLES = new Map([
  ['rules', 'write { "RULE": "off" }, with the ids of rules'],
  ['overrides', 'put [ ] around it'],
  ['suppressions', 'put [ ] around it'],
]);

/**
 * Messages for the errors of ajv about the shape of a configuration.
 * @param flags of the command line, to recognise one given as a setting.
 */
export function* shapeMistakes(
  errors: readonly ErrorObject[],
  isRule: (name: string) => boolean,
  flags: readonly string[],
): Iterable<Mistake> {
  const meant = new Set<string>();
  const known = { isRule, flags };
  const all = [...(errors as readonly unknown[] as readonly VerboseError[])].sort(
    (a, b) => Number(a.keyword === 'required') - Number(b.keyword === 'required'),
  );
  for (const { keyword, instancePath: pointer, params, schema, parentSchema, data } of all) {
    const name = pointer === '' ? 'the configuration' : pathInWords(pointer);
    if (keyword === 'additionalProperties') {
      const key = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties'] as object);
      const { message, near } = unknownKey(key, pointer, allowed, known);
      if (near !== undefined) meant.add(`${pointer}/${near}`);
      yield { pointer: `${pointer}/${escapeSegment(key)}`, onKey: true, message };
    } else if (keyword === 'required') {
      const key = String(params['missingProperty']);
      // The field is misspelt, not missing.
      if (!meant.has(`${pointer}/${key}`)) yield { pointer, message: MISSING.get(key) as string };
    } else if (keyword === 'enum') {
      yield { pointer, message: `${name} ${notAllowed(data, schema as readonly string[])}` };
    } else if (keyword === 'pattern') yield { pointer, message: `${name} is blank` };
    else if (keyword === 'minimum')
      yield { pointer, message: `${name} must be at least ${schema}, not ${shown(data)}` };
    else if (keyword === 'minItems')
      yield { pointer, message: `${name} is empty: add an item, or remove it` };
    else {
      const example = data === null ? undefined : EXAMPLES.get(pointer.slice(1));
      const hint = example === undefined ? '' : `: ${example}`;
      yield { pointer, message: `${name} must be ${expected(schema)}, not ${shown(data)}${hint}` };
    }
  }
}

/** @param pointer of the options. */
export function* optionMistakes(
  { id, options }: AnyRule,
  errors: readonly OptionError[],
  pointer: string,
): Iterable<Mistake> {
  const schemas = options?.schema ?? {};
  for (const error of errors) {
    const at = pointer + error.instancePath;
    const [option = '', item] = error.instancePath.split('/').slice(1);
    if (error.keyword === 'additionalProperties') {
      const key = String(error.params['additionalProperty']);
      const message = `"${id}" has no option ${quote(key)}${choice(key, Object.keys(schemas))}${valuesOf(schemas)}`;
      yield { pointer: `${at}/${escapeSegment(key)}`, onKey: true, message };
      continue;
    }
    const entry = item === undefined ? '' : `, entry ${Number(item) + 1},`;
    const { description } = isObject(schemas[option]) ? schemas[option] : {};
    const what = `option "${option}" of "${id}"${entry}`;
    yield { pointer: at, message: `${what} ${optionFault(error, sentence(description))}` };
  }
}

/** The values of the only option of a rule. */
function valuesOf(schemas: Readonly<Record<string, OptionSchema>>): string {
  const [only, ...others] = Object.values(schemas);
  const allowed = others.length === 0 ? only?.['enum'] : undefined;
  return Array.isArray(allowed) ? `: ${allowed.map((value) => quote(value)).join(', ')}` : '';
}

/** The end of a sentence. */
function optionFault({ keyword, schema, data }: OptionError, description: string): string {
  const meaning = description === '' ? '' : `; it is ${description}`;
  const bound = BOUNDS.get(keyword);
  if (bound !== undefined) return `must be ${bound} ${schema}, not ${data}`;
  if (keyword === 'type') return `must be ${expected(schema)}, not ${shown(data)}${meaning}`;
  if (keyword === 'enum') return notAllowed(data, schema as readonly string[]);
  if (keyword === 'uniqueItems') return 'lists the same twice';
  if (keyword === 'minItems') return `is empty${meaning}`;
  return `cannot be ${shown(data)}${meaning}`;
}

const BOUNDS = new Map([
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
]);

/** An error of ajv with `verbose`. */
export interface OptionError extends Omit<ErrorObject, 'params' | 'schemaPath'> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

interface VerboseError extends OptionError {
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** `cannot be "warn"; did you mean "warning"? allowed: …`. */
export function notAllowed(value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const meant = near === undefined ? '' : `did you mean "${near}"? `;
  return `cannot be ${shown(value)}; ${meant}allowed: ${allowed.join(', ')}`;
}

/** `; did you mean "max"?`, or all names. */
export function choice(name: string, names: readonly string[]): string {
  if (names.length === 0) return '; it has none';
  const near = nearest(name, names);
  const listed = names.map((each) => `"${each}"`).join(', ');
  return near === undefined
    ? `; it has ${listed}`
    : `; did you mean "${near}"?${names.length === 1 ? '' : ` it has ${listed}`}`;
}

export function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
    return 'a number of this size';
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : describeKind(value);
}

function unknownKey(
  key: string,
  parent: string,
  allowed: readonly string[],
  { isRule, flags }: { isRule: (name: string) => boolean; flags: readonly string[] },
): { readonly message: string; readonly near?: string | undefined } {
  const where = parent === '' ? '' : ` in ${pathInWords(parent)}`;
  const folded = fold(key);
  if (isRule(key)) return { message: `"${key}" is a rule: put it into "rules"` };
  const refused = REFUSED.find(([pattern]) => pattern.test(folded))?.[1];
  const isPlural = allowed.includes(`${folded}s`);
  const flag =
    parent === '' && refused === undefined && !isPlural
      ? flags.find((each) => fold(each) === folded)
      : undefined;
  if (flag !== undefined)
    return { message: `"${key}" is not a setting, but a flag of the command line: --${flag}` };
  const near = nearest(key, allowed);
  if (near === undefined && refused !== undefined)
    return { message: `${quote(key)} is refused: ${refused}` };
  const meant = near === undefined ? '' : `did you mean "${near}"? `;
  const message = `unknown setting ${quote(key)}${where}; ${meant}allowed: ${allowed.join(', ')}`;
  return { message, near };
}

export const expected = (type: unknown): string => EXPECTED.get(String(type)) ?? String(type);

/** `"overrides[0].status"` for `/overrides/0/status`. */
function pathInWords(pointer: string): string {
  const words = pointer.split('/').slice(1);
  const path = words
    .map(unescapeSegment)
    .map((word, i) => (/^\d+$/.test(word) ? `[${word}]` : `${i === 0 ? '' : '.'}${word}`));
  return `"${path.join('')}"`;
}

/** The first sentence of a description. */
function sentence(description: unknown): string {
  if (typeof description !== 'string') return '';
  const [first = ''] = description.split(/\.(?: |$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}
