import { isSuppressible } from '../lint/suppress.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import { describeValue } from '../model/operators.ts';
import { escapeSegment } from '../model/place.ts';
import type { AnyRule } from '../rule.ts';
import { isDate } from './date.ts';
import type { Mistake } from './text.ts';
import { configValidator, optionsValidator } from './validators.ts';
import { choice, notAllowed, optionMistakes, shapeMistakes } from './wording.ts';

export const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
// As other linters number them.
const NUMBERED = ['off', 'warning', 'error'];

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
    if (!['workflows', 'files', 'status'].some((key) => Object.hasOwn(override, key))) {
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
  if (!SEVERITIES.some((known) => known === severity)) {
    const instead =
      typeof severity === 'number' ? NUMBERED[severity] : severity === true ? rule.severity : severity === false || severity === null ? 'off' : undefined;
    const what = `the severity of "${rule.id}"`;
    if (Array.isArray(entry) && entry.length === 0) yield { pointer: at, message: `"${rule.id}" has no severity: write "${rule.severity}" or another` };
    else if (instead !== undefined) yield { pointer: at, message: `${what} cannot be ${severity}: write "${instead}"` };
    else yield { pointer: at, message: notAllowed(what, severity, SEVERITIES) };
  } else if (rule.mandatory === true && severity !== 'error') {
    yield { pointer: at, message: `"${rule.id}" is always an error: what could not be read was not checked` };
  }
  if (rest.length > 0) yield { pointer: `${pointer}/2`, message: `"${rule.id}" takes a severity and one object of options, and no more` };
  if (options === undefined) return;
  const names = Object.keys(rule.options?.schema ?? {});
  if (!isObject(options)) yield { pointer: `${pointer}/1`, message: `the options of "${rule.id}" must be an object, not ${describeValue(options)}` };
  else if (names.length === 0) yield* Object.keys(options).map((name) => unknownOption(rule.id, name, `${pointer}/1`));
  else {
    const validate = optionsValidator(rule.id);
    if (validate !== undefined && !validate(options)) yield* optionMistakes(rule.id, validate.errors ?? [], `${pointer}/1`, names);
  }
}

function* suppressionMistakes(suppression: JsonObject, pointer: string, rules: Rules): Iterable<Mistake> {
  const rule = own(suppression, 'rule');
  if (typeof rule === 'string' && rule.trim() !== '') {
    if (!rules.has(rule)) yield { pointer: `${pointer}/rule`, message: unknownRule(rule, rules) };
    else if (!isSuppressible(rule)) yield { pointer: `${pointer}/rule`, message: `"${rule}" cannot be suppressed: what could not be read was not checked` };
  }
  const expires = own(suppression, 'expires');
  if (typeof expires === 'string' && expires.trim() !== '' && !isDate(expires)) {
    const what = /^\d{4}-\d\d-\d\d$/.test(expires) ? 'is no day of the calendar' : 'is no date: write year, month and day, such as "2027-01-31"';
    yield { pointer: `${pointer}/expires`, message: `${quote(expires)} ${what}` };
  }
}

function* patternMistakes(given: unknown, pointer: string): Iterable<Mistake> {
  for (const [pattern, at] of textsIn(given, pointer)) {
    if (pattern.startsWith('!')) yield { pointer: at, message: `${quote(pattern)} starts with "!": what is to be left out goes into "ignore"` };
    else if (/^(?:[/\\]|[A-Za-z]:)/.test(pattern))
      yield { pointer: at, message: `${quote(pattern)} is absolute: patterns start in the folder of the configuration` };
    else if (pattern.includes('\\')) yield { pointer: at, message: `${quote(pattern)} has a backslash: folders are separated by /` };
    else if (pattern.length > MAX_PATTERN) yield { pointer: at, message: `this pattern is longer than ${MAX_PATTERN} characters` };
  }
}

const MAX_PATTERN = 500;

function* extendsMistakes(given: unknown): Iterable<Mistake> {
  for (const [path, at] of textsIn(given, '/extends')) {
    if (/^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|\\\\)/.test(path)) {
      yield { pointer: at, message: `${quote(path)} is refused: "extends" takes files of this machine only, so that nobody else can change what is checked` };
    }
  }
}

/** The text or texts of a setting that takes one or several, with the pointer of each. */
export function textsIn(given: unknown, pointer: string): readonly (readonly [string, string])[] {
  if (typeof given === 'string') return [[given, pointer]];
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown, i) => (typeof each === 'string' ? [[each, `${pointer}/${i}`] as const] : []));
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
