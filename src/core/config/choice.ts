import picomatch from 'picomatch';
import {
  type Override as AppliedOverride,
  DEFAULT_CHOICE,
  type RuleChoice,
  rulesInForce,
} from '../lint/settings.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Silenced } from '../report/reporter.ts';
import type { AnyRule } from '../rule.ts';
import type { Config, Override, Patterns, RuleSetting } from './config.ts';
import { relativePath, resolvePath } from './paths.ts';
import type { KnownRules } from './validate.ts';

/**
 * The choice of a configuration and of the command line, which has priority.
 * @param cwd absolute.
 */
export function chooseRules(
  config: Config,
  asked: Partial<Omit<RuleChoice, 'overrides'>>,
  cwd: string,
): RuleChoice {
  const given = [...config.rules];
  const { preset = config.preset ?? DEFAULT_CHOICE.preset, only } = asked;
  return {
    preset,
    ...(only !== undefined && { only }),
    severities: new Map([
      ...given.map(([id, { severity }]) => [id, severity] as const),
      ...(asked.severities ?? []),
    ]),
    options: new Map([
      ...given.map(([id, { options }]) => [id, options] as const),
      ...(asked.options ?? []),
    ]),
    overrides: config.overrides.map((override) => ({
      applies: createCondition(override, cwd),
      // A severity of the command line holds everywhere.
      rules: new Map(
        [...override.rules].map(([id, { severity, options }]) => [
          id,
          asked.severities?.has(id) ? { options } : { severity, options },
        ]),
      ),
    })),
  };
}

/** All given conditions hold. Outside of workflows there is no name, id or status. */
function createCondition(
  { workflows, files, status }: Override,
  cwd: string,
): AppliedOverride['applies'] {
  const matches = files && createPathMatcher(files);
  return (source, workflow) => {
    if (status !== undefined && workflow?.status !== status) return false;
    if (matches && (source.includes('://') || !matches(resolvePath(cwd, source)))) return false;
    const names = [workflow?.id, workflow?.name].filter((name) => name !== undefined);
    return workflows?.some((each) => names.some((name) => fits(name, each))) ?? true;
  };
}

/** Whether an absolute path fits one of the patterns. */
export function createPathMatcher({ folder, values }: Patterns): (path: string) => boolean {
  const options = { dot: true, nobrace: true, noextglob: true };
  const matches = picomatch(withContents(values), options);
  return (path) => matches(relativePath(folder, path));
}

/** A pattern of a folder means everything in it. */
const withContents = (patterns: readonly string[]): string[] =>
  patterns.flatMap((pattern) => {
    const plain = pattern.replace(/^(?:\.\/)+|\/+$/g, '');
    return plain === '' || plain === '.' ? ['**'] : [plain, `${plain}/**`];
  });

/** Only `*` is special: names have brackets and slashes. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}

/** What the configuration hides. @param files those that `ignore` leaves out. */
export function silencedBy(
  config: Config,
  choice: RuleChoice,
  { rules, mandatory }: KnownRules,
  files: readonly string[] = [],
): Silenced {
  const { preset, only } = choice;
  const alone = { ...DEFAULT_CHOICE, preset, ...(only !== undefined && { only }) };
  const onWithout = rulesInForce(rules, alone, mandatory).map(({ rule }) => rule);
  const ofFile = ({ id }: AnyRule): Partial<RuleSetting> => {
    const [severity, options] = [choice.severities.get(id), choice.options.get(id)];
    return config.rules.has(id) && severity && options ? { severity, options } : {};
  };
  const overriding = ({ id }: AnyRule) =>
    choice.overrides.flatMap((each) => each.rules.get(id) ?? []);
  const settings = (rule: AnyRule) => [...overriding(rule), ofFile(rule)];
  const isOff = (rule: AnyRule): boolean => ofFile(rule).severity === 'off';
  const idsOf = (is: (rule: AnyRule) => boolean): readonly string[] =>
    rules.filter((rule) => !isOff(rule) && is(rule)).map(({ id }) => id);
  return {
    rules: onWithout.filter(isOff).map(({ id }) => id),
    overrides: idsOf((rule) => overriding(rule).some(({ severity }) => severity === 'off')),
    files,
    options: idsOf((rule) => settings(rule).some(({ options }) => exempts(rule, options))),
    severities: idsOf((rule) => settings(rule).some(({ severity }) => isLower(severity, rule))),
    ...(config.failOn === 'never' && { failOn: 'never' }),
  };
}

const exempts = ({ options }: AnyRule, given: object = {}): boolean =>
  Object.keys(given).some((name) => options?.schema[name]?.exempts === true);

const isLower = (severity: RuleSetting['severity'] | undefined, rule: AnyRule): boolean =>
  SEVERITIES.some((each, i) => each === severity && i > SEVERITIES.indexOf(rule.severity));
