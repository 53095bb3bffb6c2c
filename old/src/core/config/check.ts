import { failuresOf } from '../document/validator.ts';
import { isSuppressible } from '../lint/suppress.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import { escapeSegment } from '../model/place.ts';
import type { AnyRule } from '../rule.ts';
import { extendsMistakes, patternMistakes, textsIn } from './check-paths.ts';
import { isDate } from './date.ts';
import { plainErrors } from './plain-schema.ts';
import { configValidator, optionsValidator } from './validators.ts';
import {
  type Mistake,
  notAllowed,
  type OptionError,
  optionMistakes,
  shapeMistakes,
  shown,
} from './wording.ts';

const RULE_SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
/** All mistakes of a configuration file, the first of each place. */
export function checkConfig(
  value: unknown,
  rules: readonly AnyRule[],
  flags: readonly string[] = [],
): readonly Mistake[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const mistakes = new Map<string, Mistake>();
  for (const mistake of mistakesIn(value, byId, flags)) {
    const key = `${mistake.pointer} ${mistake.onKey}`;
    if (!mistakes.has(key)) mistakes.set(key, mistake);
  }
  return [...mistakes.values()];
}

function* mistakesIn(value: unknown, rules: Rules, flags: readonly string[]): Iterable<Mistake> {
  const validate = configValidator();
  const errors = validate(value) ? [] : failuresOf(validate);
  const shape = [...shapeMistakes(errors, (name) => rules.has(name), flags)];
  yield* shape;
  if (!isObject(value)) return;
  yield* ruleMistakes(own(value, 'rules'), '/rules', rules);
  for (const key of ['files', 'ignore', 'events'])
    yield* patternMistakes(own(value, key), `/${key}`);
  yield* extendsMistakes(own(value, 'extends'));
  yield* flagMistakes(value);
  for (const [override, pointer] of objectsIn(value, 'overrides')) {
    const given = own(override, 'rules');
    yield* ruleMistakes(given, `${pointer}/rules`, rules);
    yield* patternMistakes(own(override, 'files'), `${pointer}/files`);
    const isMisspelt = shape.some(
      (mistake) => mistake.onKey === true && mistake.pointer.startsWith(`${pointer}/`),
    );
    if (!isMisspelt && !CONDITIONS.some((key) => Object.hasOwn(override, key)))
      yield { pointer, message: NO_CONDITION };
    if (isObject(given) && Object.keys(given).length === 0)
      yield { pointer: `${pointer}/rules`, message: 'this override changes no rule' };
  }
  for (const [suppression, pointer] of objectsIn(value, 'suppressions'))
    yield* suppressionMistakes(suppression, pointer, rules);
}

const CONDITIONS = ['workflows', 'files', 'status'];
const NO_CONDITION =
  'this override has no condition: give "workflows", "files" or "status"; what holds everywhere goes into "rules" of the whole file';

type Rules = ReadonlyMap<string, AnyRule>;

function* ruleMistakes(given: unknown, pointer: string, rules: Rules): Iterable<Mistake> {
  if (!isObject(given)) return;
  for (const [id, entry] of Object.entries(given)) {
    const at = `${pointer}/${escapeSegment(id)}`;
    const rule = rules.get(id);
    if (rule === undefined) {
      yield isOfAbsentPlugin(id, rules)
        ? { pointer: at, onKey: true, message: absentRule(id), isWarning: true }
        : { pointer: at, onKey: true, message: unknownRule(id, rules) };
      continue;
    }
    yield* entryMistakes(rule, entry, at);
  }
}

function* entryMistakes(rule: AnyRule, entry: unknown, pointer: string): Iterable<Mistake> {
  const { id } = rule;
  if (isObject(entry)) {
    const options = Object.keys(entry).length === 0 ? '{ }' : '{ … }';
    const message = `"${id}" has options but no severity: write ["${rule.severity}", ${options}]`;
    yield { pointer, message };
    return;
  }
  const [severity, options, ...rest] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
  const at = Array.isArray(entry) && entry.length > 0 ? `${pointer}/0` : pointer;
  if (isObject(severity) && RULE_SEVERITIES.some((known) => known === options)) {
    const message = `the severity of "${id}" comes first, then its options: ["${options}", { … }]`;
    yield { pointer: at, message };
    return;
  }
  const fault = severityFault(rule, severity, Array.isArray(entry) && entry.length === 0);
  if (fault !== undefined) yield { pointer: at, message: fault };
  if (rest.length > 0)
    yield {
      pointer: `${pointer}/2`,
      message: `"${id}" takes only a severity and one object of options`,
    };
  if (options !== undefined) yield* optionsMistakes(rule, options, `${pointer}/1`);
}

function severityFault(rule: AnyRule, severity: unknown, isEmpty: boolean): string | undefined {
  const { id } = rule;
  if (RULE_SEVERITIES.some((known) => known === severity)) {
    if (rule.mandatory !== true || severity === 'error') return undefined;
    return `"${id}" is always an error, since what could not be read was not checked: leave it out`;
  }
  if (isEmpty) return `"${id}" has no severity: write "${rule.severity}" or another`;
  return `the severity of "${id}" ${notAllowed(severity, RULE_SEVERITIES)}`;
}

function* optionsMistakes(rule: AnyRule, options: unknown, pointer: string): Iterable<Mistake> {
  const { id } = rule;
  const schema = rule.options?.schema ?? {};
  if (!isObject(options)) {
    yield { pointer, message: `the options of "${id}" must be an object, not ${shown(options)}` };
    return;
  }
  const validate = optionsValidator(id);
  const errors =
    validate === undefined
      ? [...plainErrors(schema, options)]
      : validate(options)
        ? []
        : (failuresOf(validate) as readonly OptionError[]);
  yield* optionMistakes(rule, errors, pointer);
  // JSON Schema cannot express this.
  for (const [name, value] of Object.entries(options))
    if (value === Number.POSITIVE_INFINITY)
      yield {
        pointer: `${pointer}/${escapeSegment(name)}`,
        message: `option "${name}" of "${id}" is too large a number`,
      };
}

function* suppressionMistakes(
  suppression: JsonObject,
  pointer: string,
  rules: Rules,
): Iterable<Mistake> {
  const faults = {
    rule: (id: string) => {
      if (!rules.has(id)) return isOfAbsentPlugin(id, rules) ? undefined : unknownRule(id, rules);
      return isSuppressible(id)
        ? undefined
        : `"${id}" cannot be suppressed: what could not be read was not checked`;
    },
    fingerprint: (text: string) =>
      /^[0-9a-f]{16}$/.test(text)
        ? undefined
        : `${quote(text)} is not a fingerprint: it has 16 digits and letters a to f, and is in the JSON report`,
    expires: (text: string) => {
      if (isDate(text)) return undefined;
      return /^\d{4}-\d\d-\d\d$/.test(text)
        ? `${quote(text)} is not a valid date`
        : `${quote(text)} is not a date: write year, month and day, such as "2027-01-31"`;
    },
  };
  for (const [key, faultOf] of Object.entries(faults)) {
    const given = own(suppression, key);
    const fault = typeof given === 'string' && given.trim() !== '' ? faultOf(given) : undefined;
    if (fault !== undefined) yield { pointer: `${pointer}/${key}`, message: fault };
  }
}

/** The objects of an array setting, with their pointers. */
export function objectsIn(
  value: JsonObject,
  key: string,
): readonly (readonly [JsonObject, string])[] {
  const given = own(value, key);
  if (!Array.isArray(given)) return [];
  return given.flatMap((each: unknown, i) =>
    isObject(each) ? [[each, `/${key}/${i}`] as const] : [],
  );
}

/** Settings that are flags of the command line as well. */
function* flagMistakes(value: JsonObject): Iterable<Mistake> {
  for (const [text, pointer] of textsIn(own(value, 'events'), '/events'))
    if (text === 'live') yield { pointer, message: LIVE_EVENTS };
  for (const [text, pointer] of textsIn(own(value, 'baseline'), '/baseline')) {
    if (/[*?[\]{}]/.test(text))
      yield { pointer, message: `${quote(text)} is a pattern: name one file` };
    else yield* patternMistakes(text, pointer);
  }
}

// Otherwise a pull request could use the key of a job.
const LIVE_EVENTS =
  '"live" is refused: only --events live on the command line asks the live API for event definitions';

/** A rule of a plugin of which no rule is loaded. */
const isOfAbsentPlugin = (id: string, rules: Rules): boolean => {
  const plugin = id.slice(0, id.indexOf('/') + 1);
  return plugin.length > 1 && ![...rules.keys()].some((known) => known.startsWith(plugin));
};

function absentRule(id: string): string {
  return `rule ${quote(id)} is not loaded and is not checked; name its plugin on the command line: --plugin FILE`;
}

function unknownRule(id: string, rules: Rules): string {
  if (id === '*' || id === 'all') return `unknown rule "${id}": for a set of rules, use "preset"`;
  const near = nearest(id, rules.keys());
  return `unknown rule ${quote(id)}; ${near === undefined ? 'edgewise explain lists them all' : `did you mean "${near}"?`}`;
}
