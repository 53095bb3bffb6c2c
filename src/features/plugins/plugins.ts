import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RuleSet } from '../../core/lint/lint.ts';
import { PRESETS } from '../../core/lint/settings.ts';
import { SEVERITIES } from '../../core/model/finding.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { placeOf } from '../../core/model/place.ts';
import { describeValue, quote } from '../../core/model/text.ts';
import type { AnyRule, Report, ReportFn } from '../../core/rule.ts';
import { readTextFile } from '../../node/files.ts';
import { codeOf, UserError } from '../../node/user-error.ts';

/**
 * The rules with those of plugins: ES modules that export a rule, or an array of rules, as default.
 * A plugin is code that runs with the permissions of the user.
 */
export async function withPlugins(known: RuleSet, files: readonly string[]): Promise<RuleSet> {
  const owners = new Map(known.rules.map(({ id }) => [id, 'edgewise itself']));
  const rules = [...known.rules];
  for (const file of files) {
    for (const rule of await loadRules(file)) {
      const owner = owners.get(rule.id);
      if (owner !== undefined)
        refuse(file, `it has a rule ${quote(rule.id)}, and so has ${owner}`, 'rename its rule');
      owners.set(rule.id, `${quote(file)}`);
      rules.push(guard(rule));
    }
  }
  return { ...known, rules };
}

function refuse(file: string, reason: string, hint: string): never {
  throw new UserError(`the plugin ${quote(file)} cannot be used: ${reason}`, hint);
}

const EXPORT = 'export default a rule, or an array of rules';

async function loadRules(file: string): Promise<readonly AnyRule[]> {
  const found = readTextFile(file);
  if ('reason' in found)
    throw new UserError(`the plugin ${quote(file)} ${found.reason}`, 'name a .js or .mjs file');
  let exported: unknown;
  try {
    ({ default: exported } = await import(pathToFileURL(resolve(file)).href));
  } catch (error) {
    const isTypeScript = /\.[cm]?ts$/.test(file) && codeOf(error) === 'ERR_UNKNOWN_FILE_EXTENSION';
    const [reason = ''] = String(error).split('\n');
    const hint = 'name a .js or .mjs file that runs without an error';
    return refuse(file, reason, isTypeScript ? 'compile it first, or use Node 22.18' : hint);
  }
  if (exported === undefined) return refuse(file, 'it has no default export', EXPORT);
  return [exported].flat().map((given, i) => {
    const fault = faultOfRule(given);
    if (fault !== undefined)
      refuse(file, `its rule ${i + 1} ${fault}`, 'docs/plugins.md shows one');
    // A copy: the plugin cannot change what was checked. No rule of a plugin is always on.
    const { isOfCrashes: _, isAlwaysOn: __, ...rule } = given as AnyRule;
    return rule;
  });
}

const HOOKS = ['document', 'workflow', 'workspace'] as const;
const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\/[a-z][a-z0-9]*(?:-[a-z0-9]+)*)?$/;
const STAGES = ['readable', 'structure', 'flow'];

function faultOfRule(rule: unknown): string | undefined {
  if (!isObject(rule)) return `is ${describeValue(rule)}, not an object`;
  for (const name of ['id', 'summary', 'why', 'remedy'])
    if (typeof rule[name] !== 'string' || rule[name].trim() === '') return `has no text "${name}"`;
  if (!ID.test(String(rule['id'])))
    return `has the id "${rule['id']}", not one as "acme/no-monday"`;
  const values = { severity: SEVERITIES, preset: PRESETS, stage: STAGES };
  for (const [name, allowed] of Object.entries<readonly unknown[]>(values))
    if (!allowed.includes(rule[name])) return `needs "${name}": ${allowed.join(', ')}`;
  const given = HOOKS.filter((name) => rule[name] !== undefined);
  if (given.length === 0) return `checks nothing: it needs one of ${HOOKS.join(', ')}`;
  const wrong = given.find((name) => typeof rule[name] !== 'function');
  return wrong === undefined ? faultOfOptions(rule) : `has "${wrong}", which is not a function`;
}

function faultOfOptions({ options }: JsonObject): string | undefined {
  if (options === undefined) return undefined;
  const { defaults, schema } = isObject(options) ? options : {};
  if (!isObject(defaults) || !isObject(schema)) return 'needs "options": { defaults, schema }';
  const names = [...Object.keys(defaults), ...Object.keys(schema)];
  const wrong = names.find((name) => {
    const own = schema[name];
    const isDescribed = isObject(own) && typeof own['description'] === 'string';
    return !isDescribed || !Object.hasOwn(defaults, name);
  });
  if (wrong === undefined) return undefined;
  return `needs a default and a schema with a description for its option "${wrong}"`;
}

/** The rule, whose wrong reports are thrown: the engine reports them as a crash of this rule. */
function guard(rule: AnyRule): AnyRule {
  const hooks = HOOKS.filter((name) => rule[name] !== undefined).map((name) => {
    const hook = rule[name] as (context: unknown, report: ReportFn, options: unknown) => unknown;
    const run = (context: unknown, report: ReportFn, options: unknown): void => {
      const checked = (given: Report): void => {
        checkReport(given);
        report(given);
      };
      const returned = hook.call(rule, context, checked, options);
      if (!isObject(returned) || typeof returned['then'] !== 'function') return;
      // A later rejection would end the whole run.
      Promise.resolve(returned).catch(() => {});
      throw new Error(`its "${name}" is async`);
    };
    return [name, run];
  });
  return { ...rule, ...Object.fromEntries(hooks) };
}

function checkReport(given: unknown): void {
  if (!isObject(given)) throw new Error(`it reported ${describeValue(given)}, not an object`);
  const { message, help, consequence, severity, related = [], fixes = [], loses = [] } = given;
  if (typeof message !== 'string' || message.trim() === '')
    throw new Error('it reported without a "message"');
  if (!Array.isArray(related) || !Array.isArray(fixes) || !Array.isArray(loses))
    throw new Error('it reported "related", "fixes" or "loses" that are not arrays');
  for (const text of [help, consequence, ...related.map((each) => each.message)])
    if (text !== undefined && typeof text !== 'string')
      throw new Error('it reported a "help", "consequence" or "message" that is not a text');
  if (severity !== undefined && !(SEVERITIES as readonly unknown[]).includes(severity))
    throw new Error(`it reported a "severity" other than ${SEVERITIES.join(', ')}`);
  for (const { at } of [given, ...related, ...fixes.flatMap(({ edits }) => edits)])
    if (!isPlace(at)) throw new Error('it reported an "at" that is not a place');
}

function isPlace(at: unknown): boolean {
  try {
    const place = placeOf(at as Report['at']);
    return place.document !== undefined && place.pointer !== undefined;
  } catch {
    return false;
  }
}
