/** The faults of a configuration in words: one table of formats, one of the keywords of ajv. */
import { isDateText } from '../model/condition.ts';
import { isObject } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { splitPointer } from '../model/place.ts';
import { describeValue, didYouMean, quote } from '../model/text.ts';

/** What is wrong, and what to write. */
export type Said = readonly [message: string, hint: string];

/** An error of ajv, with `verbose`. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
}

/** What is wrong with a text, by `format`. */
export type Format = (text: string) => Said | undefined;

const onlyIf =
  (isWrong: (text: string) => boolean, message: string, hint: string): Format =>
  (text) =>
    isWrong(text) ? [`${quote(text)} ${message}`, hint] : undefined;

/** The first fault. */
const first =
  (...formats: readonly Format[]): Format =>
  (text) =>
    formats.map((format) => format(text)).find((said) => said !== undefined);

const notBlank = onlyIf((text) => text.trim() === '', 'is blank', 'write a value, or remove it');

const path = first(
  notBlank,
  onlyIf((text) => text.includes('\\'), 'has a backslash', 'write / between folders'),
  onlyIf((text) => /\p{Cc}/u.test(text), 'has a control character', 'remove it'),
  onlyIf(
    (text) => /^(?:[/~]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(text),
    'is not a path below this folder',
    'write a path from the folder of this file, such as "./workflows": nothing else is read',
  ),
);

const file = first(
  path,
  onlyIf((text) => /[*?]/.test(text), 'is a pattern', 'name one file'),
);

/** A limit keeps the matcher fast: it backtracks at each `*`. */
const hasManyStars = (text: string): boolean =>
  text.split('**').length > 4 || text.split('/').some((name) => name.split(/\*+/).length > 4);

export const FORMATS: Readonly<Record<string, Format>> = {
  text: notBlank,
  file,
  extends: first(
    file,
    onlyIf(
      (text) => !/\.jsonc?$/i.test(text),
      'is not a JSON file',
      'a configuration is data, such as "./base.config.json"; for a set of rules write "preset"',
    ),
  ),
  glob: first(
    onlyIf((text) => text.startsWith('!'), 'starts with "!"', 'put it into "ignore"'),
    path,
    onlyIf(
      (text) => /[[\](){}|]/.test(text),
      'has a bracket',
      'only *, ** and ? are patterns: write one for each, and ? where a name has a bracket',
    ),
    // Where it leads is known without the file system.
    onlyIf((text) => /[*?].*\.\.(?:\/|$)/.test(text), 'goes up after a *', 'begin with the ..'),
    onlyIf(
      (text) => text.length > 500 || hasManyStars(text),
      'is too long a pattern',
      'at most 500 characters, three * in a name and three **',
    ),
  ),
  source: first(
    // Otherwise a pull request could use the key of a job.
    onlyIf((text) => text === 'live', 'is refused', 'only the command line asks the live API'),
    (text) => FORMATS['glob']?.(text),
  ),
  day: onlyIf((text) => !isDay(text), 'is not a day', 'write one that exists, as "2027-01-31"'),
  fingerprint: onlyIf(
    (text) => !/^[0-9a-f]{16}$/.test(text),
    'is not a fingerprint',
    'copy one from the JSON report: 16 digits and letters a to f',
  ),
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isDateText(text);

// Otherwise a pull request could run code, or send the key elsewhere.
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/plugin|parser|code|script|command|run|exec|js/, 'code runs only by --plugin'],
  [/ur[li]|host|server|endpoint|proxy/, 'the address is set only by --base-url'],
  [/key|token|secret|password|auth|header/, 'the key is set only by EDGEWISE_API_KEY'],
];

const EXPECTED = new Map([
  ['string,array', 'text, or an array of texts'],
  ['string', 'text'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['integer', 'a whole number'],
]);

/** @param ids of all rules. */
type Wording = (error: SchemaError, name: string, ids: readonly string[]) => Said;

const limit =
  (words: string): Wording =>
  ({ schema, data, parentSchema }, name) => [
    `${name} must be ${words} ${schema}, not ${describeValue(data)}`,
    hintOf(parentSchema),
  ];

/** By keyword. Others are those of options, whose description says what they are. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  additionalProperties: ({ params, instancePath, parentSchema }, name, ids) => {
    const key = String(params['additionalProperty']);
    const allowed = Object.keys(parentSchema?.['properties'] ?? {});
    if (instancePath.endsWith('/rules')) return unknownRule(key, ids);
    const refused = REFUSED.find(([pattern]) => pattern.test(key.toLowerCase()))?.[1];
    const what = instancePath === '' ? 'setting' : `field of ${name}`;
    return nearest(key, allowed) === undefined && refused !== undefined
      ? [`${quote(key)} is refused`, `a configuration is data only: ${refused}`]
      : [`unknown ${what}: ${quote(key)}`, choiceOf(key, allowed)];
  },
  required: ({ params }, name) => [`${name} has no "${params['missingProperty']}"`, 'add it'],
  anyOf: (_, name) => [`${name} has no condition`, 'give "workflows", "files" or "status"'],
  enum: ({ schema, data }, name) => {
    const allowed = schema as readonly string[];
    if (allowed.length === 1)
      return [
        `${name} is always "${allowed[0]}"`,
        'leave it out: what could not be read was not checked',
      ];
    const hint = isObject(data) ? 'the severity comes first: ["error", { … }]' : undefined;
    return [`${name} cannot be ${describeValue(data)}`, hint ?? choiceOf(data, allowed)];
  },
  type: ({ schema, data, parentSchema }, name) => [
    `${name} must be ${EXPECTED.get(String(schema)) ?? schema}, not ${describeValue(data)}`,
    hintOf(parentSchema),
  ],
  format: ({ schema, data }) => FORMATS[String(schema)]?.(String(data)) ?? ['', ''],
  minimum: limit('at least'),
  maximum: limit('at most'),
  minItems: (_, name) => [`${name} is empty`, 'add an item, or remove it'],
  maxItems: ({ parentSchema }, name) => [`${name} has too many items`, hintOf(parentSchema)],
  uniqueItems: (_, name) => [`${name} has the same item twice`, 'remove one of them'],
};

/** The words of an error. Formats that depend on the rules are given. */
export function wordError(
  error: SchemaError,
  formats: Readonly<Record<string, Format>>,
  ids: readonly string[],
): Said {
  const { keyword, instancePath, schema, data, parentSchema } = error;
  const own = keyword === 'format' ? formats[String(schema)]?.(String(data)) : undefined;
  const name = instancePath === '' ? 'the configuration' : nameOf(instancePath);
  const other: Said = [`${name} cannot be ${describeValue(data)}`, hintOf(parentSchema)];
  return own ?? WORDINGS[keyword]?.(error, name, ids) ?? other;
}

export function unknownRule(id: string, ids: readonly string[]): Said {
  const near = nearest(id, ids);
  const hint = near === undefined ? 'edgewise explain lists all rules' : didYouMean(near);
  return [`unknown rule ${quote(id)}`, hint];
}

/** The nearest, and all. */
function choiceOf(value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const all = allowed.length === 0 ? 'there are none' : `allowed: ${allowed.join(', ')}`;
  return near === undefined ? all : `${didYouMean(near)} ${all}`;
}

const hintOf = (schema: SchemaError['parentSchema']): string => String(schema?.['description']);

/** `"overrides[0].status"` for `/overrides/0/status`. */
function nameOf(pointer: string): string {
  const words = splitPointer(pointer).map((word) =>
    /^\d+$/.test(word) ? `[${word}]` : `.${word}`,
  );
  return quote(words.join('').slice(1));
}
