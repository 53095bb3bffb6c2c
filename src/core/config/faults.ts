/** The faults of a configuration in words: a table of formats, and one of the keywords of ajv. */
import { isDateText } from '../model/condition.ts';
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

interface Check {
  readonly isWrong: (text: string) => boolean;
  readonly message: string;
  readonly hint: string;
}

const check = (isWrong: Check['isWrong'], message: string, hint: string): Check => ({
  ...{ isWrong, message, hint },
});

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const isNoPath = matches(/\\|\p{Cc}|^[/~]|^[A-Za-z][A-Za-z0-9+.-]*:/u);

/** A limit keeps the matcher fast: it backtracks at each `*`. */
const hasManyStars = (text: string): boolean =>
  text.split('**').length > 4 || text.split('/').some((name) => name.split(/\*+/).length > 4);

const isNoDay = (text: string): boolean => !/^\d{4}-\d\d-\d\d$/.test(text) || !isDateText(text);

const TEXT = [check(matches(/^\s*$/), 'is blank', 'write a value, or remove it')];
// Nothing else may be read: a pull request could name any file of the machine.
const PATH = [
  ...TEXT,
  check(isNoPath, 'is not a relative path', 'write one from the folder of this file: "./a/b"'),
];
const FILE = [...PATH, check(matches(/[*?]/), 'is a pattern', 'name one file')];
const GLOB = [
  ...PATH,
  check(matches(/^!/), 'starts with "!"', 'put it into "ignore"'),
  check(matches(/[[\](){}|]/), 'has a bracket', 'write ? for it; only *, ** and ? are patterns'),
  check(matches(/[*?].*\.\.(?:\/|$)/), 'goes up after a *', 'begin with the ..'),
  check(hasManyStars, 'is too long a pattern', 'use at most three * in a name, and three **'),
];

/** Of texts, by `format`. */
export const FORMATS: Readonly<Record<string, readonly Check[]>> = {
  text: TEXT,
  file: FILE,
  extends: [
    ...FILE,
    check((text) => !/\.jsonc?$/i.test(text), 'is not JSON', 'a configuration is data'),
  ],
  glob: GLOB,
  // Otherwise a pull request could use the key of a job.
  events: [
    ...GLOB,
    check(matches(/^live$/), 'is refused', 'only the command line may: --events live'),
  ],
  day: [check(isNoDay, 'is not a day', 'write one that exists, as "2027-01-31"')],
  fingerprint: [
    check(
      (text) => !/^[0-9a-f]{16}$/.test(text),
      'is not a fingerprint',
      'copy it from the JSON report',
    ),
  ],
};

const EXPECTED = new Map([
  ['string,array', 'text, or an array of texts'],
  ['string', 'text'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['integer', 'a whole number'],
]);

type Wording = (error: SchemaError, name: string) => Said;

const described = ({ parentSchema }: SchemaError): string => String(parentSchema?.['description']);

const limit =
  (words: string): Wording =>
  (error, name) => [
    `${name} must be ${words} ${error.schema}, not ${describeValue(error.data)}`,
    described(error),
  ];

/** By keyword. Others are those of options, whose description says what they are. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  additionalProperties: ({ params, instancePath, parentSchema }, name) => {
    const key = String(params['additionalProperty']);
    const where = instancePath === '' ? '' : ` in ${name}`;
    const allowed = Object.keys(parentSchema?.['properties'] ?? {});
    return [`unknown name ${quote(key)}${where}`, choiceOf(key, allowed)];
  },
  required: ({ params }, name) => [`${name} has no "${params['missingProperty']}"`, 'add it'],
  anyOf: (_, name) => [`${name} has no condition`, 'give "workflows", "files" or "status"'],
  enum: ({ schema, data }, name) => {
    const allowed = schema as readonly string[];
    return allowed.length === 1
      ? [`${name} is always "${allowed[0]}"`, 'remove it: what is not read is not checked']
      : [`${name} cannot be ${describeValue(data)}`, choiceOf(data, allowed)];
  },
  type: (error, name) => {
    const expected = EXPECTED.get(String(error.schema)) ?? error.schema;
    return [`${name} must be ${expected}, not ${describeValue(error.data)}`, described(error)];
  },
  format: ({ schema, data }) => {
    const wrong = FORMATS[String(schema)]?.find(({ isWrong }) => isWrong(String(data)));
    return [`${quote(String(data))} ${wrong?.message}`, wrong?.hint ?? ''];
  },
  minimum: limit('at least'),
  maximum: limit('at most'),
  minItems: (_, name) => [`${name} is empty`, 'add an item, or remove it'],
  maxItems: (error, name) => [`${name} has too many items`, described(error)],
  uniqueItems: (_, name) => [`${name} has the same item twice`, 'remove one of them'],
};

export function wordError(error: SchemaError): Said {
  const { keyword, instancePath, data } = error;
  const name = instancePath === '' ? 'the configuration' : nameOf(instancePath);
  const other: Said = [`${name} cannot be ${describeValue(data)}`, described(error)];
  return WORDINGS[keyword]?.(error, name) ?? other;
}

export function wordUnknownRule(id: string, ids: readonly string[]): Said {
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

/** `"overrides[0].status"` for `/overrides/0/status`. */
const nameOf = (pointer: string): string =>
  quote(
    splitPointer(pointer)
      .map((word) => (/^\d+$/.test(word) ? `[${word}]` : `.${word}`))
      .join('')
      .slice(1),
  );
