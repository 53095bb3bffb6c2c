import picomatch from 'picomatch';
import type { RuleSet } from '../lint/lint.ts';
import {
  type Override as AppliedOverride,
  DEFAULT_CHOICE,
  type RuleChoice,
  type RuleSetting,
} from '../lint/settings.ts';
import { SEVERITIES } from '../model/finding.ts';
import { defined } from '../model/json.ts';
import type { Silenced } from '../report/reporter.ts';
import type { AnyRule } from '../rule.ts';
import { type Config, type Override, type Patterns, resolvePath } from './load-config.ts';

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

/** Whether an absolute path fits one of the patterns, or is in a folder that does. */
export function createPathMatcher({ folder, values }: Patterns): (path: string) => boolean {
  const own = folder.replace(/[$^*+?()[\]{}!|@]/g, '\\$&');
  const paths = values.map((value) => resolvePath(own, value));
  const patterns = paths.flatMap((path) => [path, resolvePath(path, '**')]);
  return picomatch(patterns, { dot: true, nobrace: true, noextglob: true });
}

/** Only `*` is special: names have brackets and slashes. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern.split('*');
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const found = isLast ? name.length - part.length : name.indexOf(part, at);
    if (found < at || (i === 0 && found > 0) || !name.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

/** What the configuration hides. @param files those that `ignore` leaves out. */
export function silencedBy(
  config: Config,
  choice: RuleChoice,
  { rules }: RuleSet,
  files: readonly string[] = [],
): Silenced {
  const idsOf = (isSilenced: (rule: AnyRule, settings: readonly RuleSetting[]) => boolean) =>
    rules.filter((rule) => isSilenced(rule, settingsOf(rule))).map(({ id }) => id);
  // The first is that of the configuration as a whole. The command line has priority.
  const settingsOf = ({ id }: AnyRule): readonly RuleSetting[] => {
    const { options } = config.rules.get(id) ?? {};
    const severity = config.rules.has(id) ? choice.severities.get(id) : undefined;
    const local = choice.overrides.flatMap((each) => each.rules.get(id) ?? []);
    return [defined({ severity, options }), ...local];
  };
  const isOn = ({ id, preset }: AnyRule): boolean =>
    choice.only?.has(id) ?? (preset === 'recommended' || choice.preset === 'strict');
  const isOff = ({ severity }: RuleSetting = {}): boolean => severity === 'off';
  return {
    rules: idsOf((rule, [first]) => isOff(first) && isOn(rule)),
    overrides: idsOf((_, [, ...local]) => local.some(isOff)),
    files,
    options: idsOf(({ options }, settings) =>
      settings
        .flatMap((each) => Object.keys(each.options ?? {}))
        .some((name) => options?.schema[name]?.exempts),
    ),
    severities: idsOf((rule, settings) =>
      settings.some(({ severity }) => LEVELS.indexOf(severity) > LEVELS.indexOf(rule.severity)),
    ),
    ...(config.failOn === 'never' && { failOn: 'never' }),
  };
}

const LEVELS: readonly unknown[] = SEVERITIES;
