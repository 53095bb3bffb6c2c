import type { ErrorObject } from '../document/validator.ts';
import { describeKind, isObject } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { fold, nearest } from '../model/nearest.ts';
import { escapeSegment } from '../model/place.ts';
import type { AnyRule } from '../rule.ts';
import type { Mistake } from './text.ts';

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

// What a pull request could otherwise use to run its own code, or to have the key sent elsewhere.
const CODE = 'a configuration is data only, so that nobody can run code by changing it: rules of your own come from --plugin on the command line';
const ADDRESS = 'where the service is comes only from --base-url or EDGEWISE_BASE_URL, so that nobody can redirect the key by changing a configuration';
const KEY = 'a key never stands in a configuration: set EDGEWISE_API_KEY or RESEND_API_KEY, or name a file by --api-key-file';
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^(?:code|js|run|env|hooks?|modules?|loaders?|imports?|requires?|exec|eval|commands?|scripts?|formatters?|rules?(?:dirs?|paths?|files?))$/, CODE],
  [/plugin|parser|processor/, CODE],
  [/url$|uri$|host|endpoint|proxy|^(?:api|server|origin|address|service)$/, ADDRESS],
  [/key|token|secret|password|credential|bearer|^auth|header/, KEY],
];
const FLAGS = new Map(
  [
    ...['format', 'fail-on', 'max-warnings', 'quiet', 'allow-empty', 'only', 'events', 'baseline', 'color', 'threads', 'shard', 'concurrency', 'live'],
    ...['status', 'workflow', 'changed-since', 'annotations', 'progress', 'rate', 'resource', 'save', 'now', 'show-suppressed', 'update-baseline'],
  ].map((flag) => [fold(flag), flag] as const),
);
// What other tools call it.
const SYNONYMS = new Map([
  ['exclude', 'ignore'],
  ['ignores', 'ignore'],
  ['ignorepatterns', 'ignore'],
  ['include', 'files'],
  ['paths', 'files'],
  ['name', 'workflows'],
  ['names', 'workflows'],
  ['extend', 'extends'],
  ['suppress', 'suppressions'],
  ['because', 'reason'],
  ['justification', 'reason'],
  ['comment', 'reason'],
  ['until', 'expires'],
  ['expiry', 'expires'],
]);
// What is to be said of a setting that is not there, or of another kind: what a description cannot know.
const MISSING = new Map([
  ['reason', 'this suppression has no "reason": say why the finding is fine, for whoever comes across it later'],
  ['rule', 'this suppression has no "rule": name the one whose finding is not to count'],
  ['rules', 'this override has no "rules": say which rules are different there, such as { "cycle": "off" }'],
]);
const EXAMPLES = new Map([
  ['rules', 'write { "RULE": "off" }, with the ids of rules'],
  ['overrides', 'put [ ] around it'],
  ['suppressions', 'put [ ] around it'],
]);

/** Words for what ajv says of the shape of a configuration. One mistake for each place. */
export function* shapeMistakes(errors: readonly ErrorObject[], isRule: (name: string) => boolean): Iterable<Mistake> {
  const meant = new Set<string>();
  const all = [...(errors as readonly unknown[] as readonly VerboseError[])].sort(
    (a, b) => Number(a.keyword === 'required') - Number(b.keyword === 'required'),
  );
  for (const { keyword, instancePath, params, schema, parentSchema, data } of all) {
    const name = instancePath === '' ? 'the configuration' : pathInWords(instancePath);
    if (keyword === 'additionalProperties') {
      const key = String(params['additionalProperty']);
      const { message, near } = unknownKey(key, instancePath, Object.keys(parentSchema['properties'] as object), isRule);
      if (near !== undefined) meant.add(`${instancePath}/${near}`);
      yield { pointer: `${instancePath}/${escapeSegment(key)}`, onKey: true, message };
    } else if (keyword === 'required') {
      const key = String(params['missingProperty']);
      // Misspelt is not missing.
      if (!meant.has(`${instancePath}/${key}`)) yield { pointer: instancePath, message: MISSING.get(key) ?? `${name} has no "${key}"` };
    } else if (keyword === 'enum') {
      yield { pointer: instancePath, message: notAllowed(name, data, schema as readonly string[]) };
    } else if (keyword === 'pattern') yield { pointer: instancePath, message: `${name} is blank` };
    else if (keyword === 'minItems') yield { pointer: instancePath, message: `${name} is empty: name something, or leave it out` };
    else {
      const example = EXAMPLES.get(instancePath.slice(1));
      const message = `${name} must be ${expected(schema)}, not ${shown(data)}`;
      yield { pointer: instancePath, message: example === undefined || data === null ? message : `${message}: ${example}` };
    }
  }
}

/** Words for what ajv says of the options of a rule. `pointer` is where the options stand. */
export function* optionMistakes(rule: AnyRule, errors: readonly OptionError[], pointer: string): Iterable<Mistake> {
  const { id, options } = rule;
  const schemas = options?.schema ?? {};
  for (const { keyword, instancePath, params, schema, data } of errors) {
    const at = pointer + instancePath;
    const [option = '', item] = instancePath.split('/').slice(1);
    const what = `option "${option}" of "${id}"${item === undefined ? '' : `, entry ${Number(item) + 1},`}`;
    const description = sentence(isObject(schemas[option]) ? schemas[option]['description'] : undefined);
    const meaning = description === '' ? '' : `; it is ${description}`;
    if (keyword === 'additionalProperties') {
      const key = String(params['additionalProperty']);
      yield { pointer: `${at}/${escapeSegment(key)}`, onKey: true, message: `"${id}" has no option ${quote(key)}${choice(key, Object.keys(schemas))}` };
    } else if (keyword === 'type') yield { pointer: at, message: `${what} must be ${expected(schema)}, not ${shown(data)}${meaning}` };
    else if (keyword === 'enum') yield { pointer: at, message: notAllowed(what, data, schema as readonly string[]) };
    else if (keyword === 'minimum' || keyword === 'exclusiveMinimum')
      yield { pointer: at, message: `${what} must be ${keyword === 'minimum' ? 'at least' : 'more than'} ${schema}, not ${data}` };
    else if (keyword === 'maximum' || keyword === 'exclusiveMaximum')
      yield { pointer: at, message: `${what} must be ${keyword === 'maximum' ? 'at most' : 'less than'} ${schema}, not ${data}` };
    else if (keyword === 'uniqueItems') yield { pointer: at, message: `${what} lists the same twice` };
    else if (keyword === 'minItems') yield { pointer: at, message: `${what} is empty${meaning}` };
    else yield { pointer: at, message: `${what} cannot be ${shown(data)}${meaning}` };
  }
}

/** What is wrong with an option, as ajv says it with `verbose`. */
export interface OptionError extends Omit<ErrorObject, 'params' | 'schemaPath'> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

interface VerboseError extends OptionError {
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** `"warn" is no severity; did you mean "warning"? allowed: …`. */
export function notAllowed(what: string, value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  return `${what} cannot be ${shown(value)}; ${near === undefined ? '' : `did you mean "${near}"? `}allowed: ${allowed.join(', ')}`;
}

/** `; did you mean "max"?`, or what there is to choose from. */
export function choice(name: string, names: readonly string[]): string {
  if (names.length === 0) return '; it has none';
  const near = nearest(name, names);
  const listed = names.map((each) => `"${each}"`).join(', ');
  return near === undefined ? `; it has ${listed}` : `; did you mean "${near}"?${names.length === 1 ? '' : ` it has ${listed}`}`;
}

/** What the user wrote, as far as it fits into a line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  // Too large for a number: JSON has no word for what became of it.
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'a number of this size';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeKind(value);
}

interface Unknown {
  readonly message: string;
  /** What was probably meant. */
  readonly near?: string | undefined;
}

function unknownKey(key: string, parent: string, allowed: readonly string[], isRule: (name: string) => boolean): Unknown {
  const where = parent === '' ? '' : ` in ${pathInWords(parent)}`;
  const folded = fold(key);
  const synonym = SYNONYMS.get(folded);
  if (synonym !== undefined && allowed.includes(synonym)) return { message: `unknown setting "${key}"${where}; it is called "${synonym}" here`, near: synonym };
  if (isRule(key)) return { message: `"${key}" is a rule: put it into "rules"` };
  const flag = parent === '' ? FLAGS.get(folded) : undefined;
  if (flag !== undefined) return { message: `"${key}" is no setting, but a flag of the command line: --${flag}` };
  const near = nearest(key, allowed);
  const refused = REFUSED.find(([pattern]) => pattern.test(folded))?.[1];
  if (near === undefined && refused !== undefined) return { message: `${quote(key)} is refused: ${refused}` };
  const meant = near === undefined ? '' : `did you mean "${near}"? `;
  return { message: `unknown setting ${quote(key)}${where}; ${meant}allowed: ${allowed.join(', ')}`, near };
}

const expected = (type: unknown): string => EXPECTED.get(String(type)) ?? String(type);

/** `"overrides[0].status"` for `/overrides/0/status`. */
export function pathInWords(pointer: string): string {
  const words = pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return `"${words.map((word, i) => (/^\d+$/.test(word) ? `[${word}]` : `${i === 0 ? '' : '.'}${word}`)).join('')}"`;
}

/** The first sentence of a description, as the end of another. */
function sentence(description: unknown): string {
  if (typeof description !== 'string') return '';
  const [first = ''] = description.split(/\.(?: |$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}
