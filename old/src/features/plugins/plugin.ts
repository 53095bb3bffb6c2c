import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describeKind, isObject, type JsonObject, own } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { AnyRule } from '../../core/rule.ts';
import { errorCode, reasonOf, SourceError } from '../../load/source-error.ts';
import { HOOKS } from './validate-reports.ts';

const VALUES = new Map<string, readonly string[]>([
  ['severity', ['error', 'warning', 'info']],
  ['preset', ['correctness', 'recommended', 'strict', 'off']],
  ['category', ['document', 'references', 'graph', 'time', 'email', 'events']],
]);
const TEXTS = ['id', 'summary', 'why', 'remedy'] as const;
const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*)?$/;

/** Runs a file and returns its exported rules. Throws a SourceError with its fault. */
export async function loadPlugin(path: string): Promise<readonly AnyRule[]> {
  let module: unknown;
  try {
    if (statSync(path).isDirectory()) throw new SourceError('it is a folder: name a file');
  } catch (error) {
    throw new SourceError(reasonOf(error));
  }
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new SourceError(explainImport(error, path));
  }
  try {
    return rulesIn((module as { default?: unknown }).default);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`its rules cannot be read (${firstLineOf(error)})`);
  }
}

function rulesIn(exported: unknown): readonly AnyRule[] {
  const given: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  if (exported === undefined)
    throw new SourceError('it has no default export: export default a rule, or an array of rules');
  if (given.length === 0) throw new SourceError('it exports no rules: the array is empty');
  if (isObject(exported) && !('id' in exported) && typeof exported['rules'] === 'object')
    throw new SourceError(
      'it exports an object with "rules": export default a rule, or an array of rules',
    );
  return given.map((rule, i) =>
    checkRule(rule, given.length === 1 ? 'its rule' : `its rule ${i + 1}`),
  );
}

/** A rule of the plugin. Each field is read once, so that the checked value is the used value. */
function checkRule(given: unknown, nth: string): AnyRule {
  if (!isObject(given))
    throw new SourceError(
      `${nth} is ${typeof given === 'function' ? 'a function' : describeKind(given)}, not an object with id, severity …`,
    );
  const rule: JsonObject = { ...given };
  const id = own(rule, 'id');
  const name = typeof id === 'string' && id !== '' ? `the rule "${id}"` : nth;
  const faults: string[] = [];
  for (const field of TEXTS)
    if (!isText(own(rule, field))) faults.push(faultOf(field, own(rule, field), 'a text'));
  for (const [field, allowed] of VALUES) {
    const value = own(rule, field);
    const list = `one of ${allowed.join(', ')}`;
    if (typeof value !== 'string') faults.push(faultOf(field, value, list));
    else if (!allowed.includes(value)) {
      const near = nearest(value, allowed);
      const advice = near === undefined ? list : `did you mean "${near}"?`;
      faults.push(`${field} cannot be "${value}": ${advice}`);
    }
  }
  if (isText(id) && !ID.test(id))
    faults.push('id must be lower-case words with dashes, after a prefix: "acme/no-monday"');
  for (const field of ['since', 'limits', 'whenOff'])
    if (rule[field] !== undefined && !isText(rule[field]))
      faults.push(faultOf(field, rule[field], 'a text'));
  for (const hook of HOOKS)
    if (rule[hook] !== undefined && typeof rule[hook] !== 'function')
      faults.push(faultOf(hook, rule[hook], 'a function'));
  if (!HOOKS.some((hook) => hook !== 'summarize' && typeof rule[hook] === 'function'))
    faults.push('it checks nothing: give it document, event, call, workflow, workspace or compare');
  if (typeof rule['summarize'] === 'function' && rule['compare'] === undefined)
    faults.push('summarize needs compare');
  faults.push(...optionFaults(rule), ...needsFaults(rule));
  if (faults.length > 0) throw new SourceError(`${name}: ${faults.join('; ')}`);
  const checked = rule as unknown as AnyRule;
  // A copy, which the plugin cannot change. Rules of plugins can always be switched off.
  const { defaults, schema } = checked.options ?? {};
  const options = checked.options && { options: structuredClone({ defaults, schema }) };
  return { ...checked, ...options, mandatory: false } as AnyRule;
}

function optionFaults({ options, requires }: JsonObject): readonly string[] {
  if (options === undefined)
    return requires === undefined ? [] : ['requires must be the name of one of its options'];
  if (!isObject(options)) return [faultOf('options', options, 'an object { defaults, schema }')];
  const { defaults, schema } = options;
  if (!isObject(defaults) || !isObject(schema))
    return ['options must be { defaults, schema }, both objects'];
  try {
    structuredClone({ defaults, schema });
  } catch {
    return ['options must be plain data'];
  }
  const names = new Set([...Object.keys(defaults), ...Object.keys(schema)]);
  const faults = [...names].flatMap((name) => {
    if (!Object.hasOwn(defaults, name) || !Object.hasOwn(schema, name))
      return [`the option "${name}" needs both a default and a schema`];
    const field = schema[name];
    return isObject(field) && isText(own(field, 'description'))
      ? []
      : [`the schema of the option "${name}" wants to be a JSON Schema with a description`];
  });
  const isMissing =
    requires !== undefined && (typeof requires !== 'string' || !Object.hasOwn(schema, requires));
  return [...(isMissing ? ['requires must be the name of one of its options'] : []), ...faults];
}

function needsFaults({ needs }: JsonObject): readonly string[] {
  const isFine =
    needs === undefined ||
    (isObject(needs) &&
      Object.entries(needs).every(
        ([name, how]) => COLLECTIONS.includes(name) && NEEDS.includes(how as string),
      ));
  return isFine ? [] : ['needs must be { workflows, events }, each "partly", "any" or "complete"'];
}

const COLLECTIONS = ['workflows', 'events'];
const NEEDS = ['partly', 'any', 'complete'];

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

function faultOf(field: string, value: unknown, wanted: string): string {
  return value === undefined
    ? `${field} is missing`
    : `${field} must be ${wanted}, not ${value === '' ? 'an empty one' : describeKind(value)}`;
}

function explainImport(error: unknown, path: string): string {
  const code = errorCode(error);
  if (code === 'ERR_MODULE_NOT_FOUND')
    return firstLineOf(error)
      .replace(/^.*?: /, '')
      .replace(/ imported from .*/, ', which it imports');
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || /\.json$/i.test(path))
    return /\.[cm]?ts$/.test(path)
      ? 'this Node does not run TypeScript, as 22.18 and later do: compile it first'
      : 'Node cannot run a file of this kind: name a .js or .mjs file';
  return `it failed when it was loaded (${firstLineOf(error)})`;
}

const firstLineOf = (error: unknown): string => String(error).replace(/\n.*/s, '');
