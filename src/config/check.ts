import { isSuppressible } from '../lint/suppress.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import { compilePattern, patternFault } from '../model/pattern.ts';
import { escapeSegment } from '../model/place.ts';
import type { AnyRule } from '../rule.ts';
import { extendsMistakes, patternMistakes } from './check-paths.ts';
import { isDate } from './date.ts';
import { plainErrors } from './plain-schema.ts';
import type { Mistake } from './text.ts';
import { configValidator, optionsValidator } from './validators.ts';
import { choice, notAllowed, type OptionError, optionMistakes, shapeMistakes, shown } from './wording.ts';

export const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
// As other linters number and call them.
const NUMBERED = ['off', 'warning', 'error'];
const CALLED = new Map([
  ...['fatal', 'critical', 'major', 'high', 'fail'].map((name) => [name, 'error'] as const),
  ...['hint', 'note', 'notice', 'minor', 'low', 'information'].map((name) => [name, 'info'] as const),
  ...['none', 'never', 'disable', 'disabled', 'ignore', 'skip', 'false'].map((name) => [name, 'off'] as const),
]);

/** Everything that is wrong with the value of a configuration file; the first mistake of each place. */
export function checkConfig(value: unknown, rules: readonly AnyRule[]): readonly Mistake[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const mistakes = new Map<string, Mistake>();
  const add = (mistake: Mistake): void => {
    const key = `${mistake.pointer} ${mistake.onKey}`;
    if (!mistakes.has(key)) mistakes.set(key, mistake);
  };
  const validate = configValidator();
  if (!validate(value)) for (const mistake of shapeMistakes(validate.errors ?? [], (name) => byId.has(name))) add(mistake);
  if (!isObject(value)) return [...mistakes.values()];

  for (const mistake of ruleMistakes(own(value, 'rules'), '/rules', byId)) add(mistake);
  for (const key of ['files', 'ignore']) for (const mistake of patternMistakes(own(value, key), `/${key}`)) add(mistake);
  for (const mistake of extendsMistakes(own(value, 'extends'))) add(mistake);
  for (const [override, pointer] of objectsIn(value, 'overrides')) {
    const given = own(override, 'rules');
    for (const mistake of ruleMistakes(given, `${pointer}/rules`, byId)) add(mistake);
    for (const mistake of patternMistakes(own(override, 'files'), `${pointer}/files`)) add(mistake);
    // Nor is there one where its name is misspelt, which is told already.
    const isMisspelt = [...mistakes.values()].some(
      (mistake) => mistake.onKey === true && mistake.pointer.startsWith(`${pointer}/`) && !mistake.pointer.startsWith(`${pointer}/rules/`),
    );
    if (!isMisspelt && !['workflows', 'files', 'status'].some((key) => Object.hasOwn(override, key))) {
      add({
        pointer,
        message: 'this override has no condition: give "workflows", "files" or "status"; what holds everywhere goes into "rules" of the whole file',
      });
    }
    if (isObject(given) && Object.keys(given).length === 0) add({ pointer: `${pointer}/rules`, message: 'this override changes no rule' });
  }
  for (const [suppression, pointer] of objectsIn(value, 'suppressions')) for (const mistake of suppressionMistakes(suppression, pointer, byId)) add(mistake);
  return [...mistakes.values()];
}

type Rules = ReadonlyMap<string, AnyRule>;

function* ruleMistakes(given: unknown, pointer: string, rules: Rules): Iterable<Mistake> {
  if (!isObject(given)) return;
  for (const [id, entry] of Object.entries(given)) {
    const at = `${pointer}/${escapeSegment(id)}`;
    const rule = rules.get(id);
    if (rule === undefined) {
      yield { pointer: at, onKey: true, message: unknownRule(id, rules) };
      continue;
    }
    yield* entryMistakes(rule, entry, at);
  }
}

function* entryMistakes(rule: AnyRule, entry: unknown, pointer: string): Iterable<Mistake> {
  if (isObject(entry)) {
    yield { pointer, message: `"${rule.id}" has options but no severity: write ["${rule.severity}", ${Object.keys(entry).length === 0 ? '{ }' : '{ … }'}]` };
    return;
  }
  const [severity, options, ...rest] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
  const at = Array.isArray(entry) && entry.length > 0 ? `${pointer}/0` : pointer;
  if (isObject(severity) && SEVERITIES.some((known) => known === options)) {
    yield { pointer: at, message: `the severity of "${rule.id}" comes first, then its options: ["${options}", { … }]` };
    return;
  }
  if (!SEVERITIES.some((known) => known === severity)) {
    const instead = insteadOf(severity, rule);
    const what = `the severity of "${rule.id}"`;
    if (Array.isArray(entry) && entry.length === 0) yield { pointer: at, message: `"${rule.id}" has no severity: write "${rule.severity}" or another` };
    else if (instead !== undefined)
      yield { pointer: at, message: `${what} cannot be ${shown(severity)}: write "${instead}"; allowed: ${SEVERITIES.join(', ')}` };
    else yield { pointer: at, message: notAllowed(what, severity, SEVERITIES) };
  } else if (rule.mandatory === true && severity !== 'error') {
    yield { pointer: at, message: `"${rule.id}" is always an error, since what could not be read was not checked: leave it out` };
  }
  if (rest.length > 0) yield { pointer: `${pointer}/2`, message: `"${rule.id}" takes a severity and one object of options, and no more` };
  if (options === undefined) return;
  const names = Object.keys(rule.options?.schema ?? {});
  if (!isObject(options)) yield { pointer: `${pointer}/1`, message: `the options of "${rule.id}" must be an object, not ${shown(options)}` };
  else if (names.length === 0) yield* Object.keys(options).map((name) => unknownOption(rule.id, name, `${pointer}/1`));
  else {
    const validate = optionsValidator(rule.id);
    const errors =
      validate === undefined
        ? [...plainErrors(rule.options?.schema ?? {}, options)]
        : validate(options)
          ? []
          : ((validate.errors ?? []) as unknown as readonly OptionError[]);
    yield* optionMistakes(rule, errors, `${pointer}/1`);
    yield* valueMistakes(rule, options, `${pointer}/1`);
  }
}

function insteadOf(severity: unknown, { severity: own }: AnyRule): string | undefined {
  if (typeof severity === 'string') return /^(?:on|true|enabled?)$/i.test(severity) ? own : CALLED.get(severity.toLowerCase());
  if (typeof severity === 'number') return NUMBERED[severity];
  return severity === true ? own : severity === false || severity === null ? 'off' : undefined;
}

/** What a JSON Schema has no word for that our validators know. */
function* valueMistakes(rule: AnyRule, options: JsonObject, pointer: string): Iterable<Mistake> {
  for (const [name, value] of Object.entries(options)) {
    const at = `${pointer}/${escapeSegment(name)}`;
    if (value === Number.POSITIVE_INFINITY) yield { pointer: at, message: `option "${name}" of "${rule.id}" is too large a number` };
    if (typeof value !== 'string' || (rule.options?.schema as JsonObject | undefined)?.[name] === undefined) continue;
    if (rule.options?.schema[name]?.['format'] !== 'regex') continue;
    // Rules of a plugin match for themselves.
    const fault = optionsValidator(rule.id) === undefined ? patternFault(value) : matcherFault(value);
    if (fault !== undefined) yield { pointer: at, message: `option "${name}" of "${rule.id}" ${fault}` };
  }
}

function matcherFault(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function* suppressionMistakes(suppression: JsonObject, pointer: string, rules: Rules): Iterable<Mistake> {
  const rule = own(suppression, 'rule');
  if (typeof rule === 'string' && rule.trim() !== '') {
    if (!rules.has(rule)) yield { pointer: `${pointer}/rule`, message: unknownRule(rule, rules) };
    else if (!isSuppressible(rule)) yield { pointer: `${pointer}/rule`, message: `"${rule}" cannot be suppressed: what could not be read was not checked` };
  }
  const fingerprint = own(suppression, 'fingerprint');
  if (typeof fingerprint === 'string' && fingerprint.trim() !== '' && !/^[0-9a-f]{16}$/.test(fingerprint))
    yield {
      pointer: `${pointer}/fingerprint`,
      message: `${quote(fingerprint)} is no fingerprint: it has 16 digits and letters a to f, and stands in the json report`,
    };
  const expires = own(suppression, 'expires');
  if (typeof expires === 'string' && expires.trim() !== '' && !isDate(expires)) {
    const what = /^\d{4}-\d\d-\d\d$/.test(expires) ? 'is no day of the calendar' : 'is no date: write year, month and day, such as "2027-01-31"';
    yield { pointer: `${pointer}/expires`, message: `${quote(expires)} ${what}` };
  }
}

/** The objects of a setting that takes an array of objects, with the pointer of each. */
export function objectsIn(value: JsonObject, key: string): readonly (readonly [JsonObject, string])[] {
  const given = own(value, key);
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown, i) => (isObject(each) ? [[each, `/${key}/${i}`] as const] : []));
}

function unknownRule(id: string, rules: Rules): string {
  if (id === '*' || id === 'all') return `there is no rule "${id}": for a set of rules there is "preset"`;
  const near = nearest(id, rules.keys());
  if (near === undefined && id.includes('/')) return `unknown rule ${quote(id)}; if a plugin brings it, name the plugin on the command line: --plugin FILE`;
  return `unknown rule ${quote(id)}; ${near === undefined ? 'edgewise rules lists them all' : `did you mean "${near}"?`}`;
}

function unknownOption(rule: string, name: string, pointer: string): Mistake {
  return { pointer: `${pointer}/${escapeSegment(name)}`, onKey: true, message: `"${rule}" has no option ${quote(name)}${choice(name, [])}` };
}
