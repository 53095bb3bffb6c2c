import type { ErrorObject } from '../document/validator.ts';
import { describeKind, isObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { fold, nearest } from '../model/nearest.ts';
import type { Mistake } from './text.ts';

const EXPECTED = new Map([
  ['string', 'text'],
  ['string,array', 'text, or an array of texts'],
  ['array', 'an array'],
  ['object', 'an object'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

// What a pull request could otherwise use to run its own code, or to have the key sent elsewhere.
const CODE = 'a configuration is data only, so that nobody can run code by changing it: rules of your own come from --plugin on the command line';
const ADDRESS = 'where the service is comes only from --base-url or EDGEWISE_BASE_URL, so that nobody can redirect the key by changing a configuration';
const KEY = 'a key never stands in a configuration: set EDGEWISE_API_KEY or RESEND_API_KEY, or name a file by --api-key-file';
const REFUSED = new Map([
  ...['code', 'plugin', 'plugins', 'require', 'import', 'parser', 'processor', 'formatter', 'script', 'command', 'exec'].map((name) => [name, CODE] as const),
  ...['baseurl', 'url', 'endpoint', 'host', 'apiurl', 'proxy'].map((name) => [name, ADDRESS] as const),
  ...['key', 'apikey', 'apikeyfile', 'token', 'secret', 'authheader', 'auth', 'authorization', 'headers'].map((name) => [name, KEY] as const),
]);

const FLAGS = new Map(
  ['format', 'fail-on', 'max-warnings', 'quiet', 'allow-empty', 'only', 'events', 'baseline', 'color', 'threads', 'shard', 'concurrency', 'live'].map(
    (flag) => [fold(flag), flag] as const,
  ),
);

// What other tools call it.
const SYNONYMS = new Map([
  ['exclude', 'ignore'],
  ['ignores', 'ignore'],
  ['ignorepatterns', 'ignore'],
  ['include', 'files'],
  ['paths', 'files'],
  ['extend', 'extends'],
  ['suppress', 'suppressions'],
  ['because', 'reason'],
  ['justification', 'reason'],
  ['comment', 'reason'],
  ['until', 'expires'],
  ['expiry', 'expires'],
]);

/** Words for what ajv says of the shape of a configuration. One mistake for each place. */
export function* shapeMistakes(errors: readonly ErrorObject[], isRule: (name: string) => boolean): Iterable<Mistake> {
  for (const { keyword, instancePath, params, schema, parentSchema, data } of errors as readonly VerboseError[]) {
    const name = instancePath === '' ? 'the configuration' : pathInWords(instancePath);
    if (keyword === 'additionalProperties') {
      const key = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties'] as object);
      yield {
        pointer: `${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        onKey: true,
        message: unknownKey(key, instancePath, allowed, isRule),
      };
    } else if (keyword === 'required') {
      const key = String(params['missingProperty']);
      const what = isObject(parentSchema['properties']) ? own(parentSchema['properties'], key) : undefined;
      const help = isObject(what) ? `: ${sentence(what['description'])}` : '';
      yield { pointer: instancePath, message: `${name} has no "${key}"${help}` };
    } else if (keyword === 'enum') {
      yield { pointer: instancePath, message: notAllowed(name, data, schema as readonly string[]) };
    } else if (keyword === 'pattern') yield { pointer: instancePath, message: `${name} is blank` };
    else if (keyword === 'minItems') yield { pointer: instancePath, message: `${name} is empty: name something, or leave it out` };
    else yield { pointer: instancePath, message: `${name} must be ${expected(schema)}, not ${describeKind(data)}` };
  }
}

/** Words for what ajv says of the options of a rule. `pointer` is where the options stand. */
export function* optionMistakes(rule: string, errors: readonly ErrorObject[], pointer: string, names: readonly string[]): Iterable<Mistake> {
  for (const { keyword, instancePath, params, schema, parentSchema, data } of errors as readonly VerboseError[]) {
    const at = pointer + instancePath;
    const [option = '', item] = instancePath.split('/').slice(1);
    const what = `option "${option}" of "${rule}"${item === undefined ? '' : `, entry ${Number(item) + 1},`}`;
    if (keyword === 'additionalProperties') {
      const key = String(params['additionalProperty']);
      yield {
        pointer: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        onKey: true,
        message: `"${rule}" has no option ${quote(key)}${choice(key, names)}`,
      };
    } else if (keyword === 'type') yield { pointer: at, message: `${what} must be ${expected(schema)}, not ${describeKind(data)}` };
    else if (keyword === 'enum') yield { pointer: at, message: notAllowed(what, data, schema as readonly string[]) };
    else if (keyword === 'minimum' || keyword === 'exclusiveMinimum')
      yield { pointer: at, message: `${what} must be ${keyword === 'minimum' ? 'at least' : 'more than'} ${schema}, not ${data}` };
    else if (keyword === 'maximum' || keyword === 'exclusiveMaximum')
      yield { pointer: at, message: `${what} must be ${keyword === 'maximum' ? 'at most' : 'less than'} ${schema}, not ${data}` };
    else if (keyword === 'uniqueItems') yield { pointer: at, message: `${what} lists the same twice` };
    else {
      const description = sentence(parentSchema['description']);
      const value = typeof data === 'string' ? quote(data) : describeKind(data);
      yield { pointer: at, message: `${what} cannot be ${value}${description === '' ? '' : `; it is ${description}`}` };
    }
  }
}

interface VerboseError extends Omit<ErrorObject, 'params'> {
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

/** `"warn" is no severity; did you mean "warning"? allowed: …`. */
export function notAllowed(what: string, value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const given = typeof value === 'string' ? quote(value) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeKind(value);
  return `${what} cannot be ${given}; ${near === undefined ? '' : `did you mean "${near}"? `}allowed: ${allowed.join(', ')}`;
}

/** `; did you mean "max"?`, or what there is to choose from. */
export function choice(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  if (near !== undefined) return `; did you mean "${near}"?`;
  return names.length === 0 ? '; it has none' : `; it has ${names.map((each) => `"${each}"`).join(', ')}`;
}

function unknownKey(key: string, parent: string, allowed: readonly string[], isRule: (name: string) => boolean): string {
  const where = parent === '' ? '' : ` in ${pathInWords(parent)}`;
  const synonym = SYNONYMS.get(fold(key));
  if (synonym !== undefined && allowed.includes(synonym)) return `unknown setting "${key}"${where}; it is called "${synonym}" here`;
  const refused = REFUSED.get(fold(key));
  if (refused !== undefined) return `"${key}" is refused: ${refused}`;
  if (isRule(key)) return `"${key}" is a rule: put it into "rules"`;
  const flag = parent === '' ? FLAGS.get(fold(key)) : undefined;
  if (flag !== undefined) return `"${key}" is no setting, but a flag of the command line: --${flag}`;
  const near = nearest(key, allowed);
  return `unknown setting ${quote(key)}${where}; ${near === undefined ? `allowed: ${allowed.join(', ')}` : `did you mean "${near}"?`}`;
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

/** A description as the end of a sentence. */
function sentence(description: unknown): string {
  if (typeof description !== 'string') return '';
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
}
