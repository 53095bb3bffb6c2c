import picomatch from 'picomatch';
import {
  type Override as AppliedOverride,
  DEFAULT_CHOICE,
  type RuleChoice,
  rulesInForce,
} from '../lint/settings.ts';
import { SEVERITIES } from '../model/finding.ts';
import { defined } from '../model/json.ts';
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
  asked: Partial<Pick<RuleChoice, 'preset' | 'severities' | 'only'>>,
  cwd: string,
): RuleChoice {
  const { preset = config.preset ?? DEFAULT_CHOICE.preset, only } = asked;
  const severities = new Map([...config.rules].map(([id, { severity }]) => [id, severity]));
  return {
    preset,
    ...defined({ only }),
    severities: new Map([...severities, ...(asked.severities ?? [])]),
    options: new Map([...config.rules].map(([id, { options }]) => [id, options])),
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
  const alone = { ...choice, severities: new Map(), overrides: [] };
  const onWithout = new Set(rulesInForce(rules, alone, mandatory).map(({ rule }) => rule));
  const off: string[] = [];
  const found = { overrides: [] as string[], options: [] as string[], severities: [] as string[] };
  for (const rule of rules) {
    const { id } = rule;
    const local = choice.overrides.flatMap((each) => each.rules.get(id) ?? []);
    // The command line has priority.
    const severity = config.rules.has(id) ? choice.severities.get(id) : undefined;
    if (severity === 'off') {
      if (onWithout.has(rule)) off.push(id);
      continue;
    }
    const options = [...local, config.rules.get(id)].map((each) => each?.options);
    const severities = [...local.map((each) => each.severity), severity];
    if (local.some((each) => each.severity === 'off')) found.overrides.push(id);
    if (options.some((each) => exempts(rule, each))) found.options.push(id);
    if (severities.some((each) => isLower(each, rule))) found.severities.push(id);
  }
  return { rules: off, ...found, files, ...(config.failOn === 'never' && { failOn: 'never' }) };
}

const exempts = ({ options }: AnyRule, given: object = {}): boolean =>
  Object.keys(given).some((name) => options?.schema[name]?.exempts === true);

const isLower = (severity: RuleSetting['severity'] | undefined, rule: AnyRule): boolean =>
  SEVERITIES.some((each, i) => each === severity && i > SEVERITIES.indexOf(rule.severity));
