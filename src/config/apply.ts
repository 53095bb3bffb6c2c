import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Override } from '../lint/overrides.ts';
import type { RuleChoice } from '../lint/settings.ts';
import type { Config } from './config.ts';
import { wayFrom } from './find.ts';

/** What a configuration and what is asked for besides it choose together: that has the last word. */
export function joinChoices({ preset, rules }: Config, asked: RuleChoice, options: ReadonlyMap<string, object>): RuleChoice {
  const severities = new Map([...rules].map(([id, { severity }]) => [id, severity.value]));
  return {
    preset: asked.preset ?? preset?.value,
    severities: new Map([...severities, ...(asked.severities ?? [])]),
    options,
    only: asked.only,
  };
}

/** The options of rules that a configuration gives, with those given besides it. */
export function applied({ rules }: Config, asked: RuleChoice['options']): ReadonlyMap<string, object> {
  const ids = new Set([...rules.keys(), ...(asked?.keys() ?? [])]);
  return new Map(
    [...ids].map((id) => {
      const given = Object.fromEntries([...(rules.get(id)?.options ?? [])].map(([name, { value }]) => [name, value]));
      return [id, { ...given, ...asked?.get(id) }];
    }),
  );
}

/** The overrides of a configuration, but for the severities that were asked for besides it: those hold everywhere. */
export function overridesBeneath({ overrides }: Config, { severities }: RuleChoice): readonly Override[] {
  if (severities === undefined || severities.size === 0) return overrides;
  return overrides.map((override) => ({
    ...override,
    rules: new Map([...override.rules].map(([id, { severity, options }]) => [id, { severity: severities.has(id) ? undefined : severity, options }])),
  }));
}

/** What to check when the command line names nothing: the `files` of the configuration, as paths from here. */
export function configuredPaths({ files }: Config, cwd: string): readonly string[] | undefined {
  if (files === undefined) return undefined;
  return files.value.map((pattern) => {
    const path = join(files.folder, pattern);
    const plain = wayFrom(cwd, files.folder);
    if (plain === '') return pattern;
    return `${existsSync(path) ? plain : plain.replace(/[$^*+?()[\]{}!|@\\]/g, '\\$&')}/${pattern}`;
  });
}

/** Whether a file found in a folder is to be left out: by `ignore`, or because it is the configuration itself. */
export async function ignoredFiles({ names, ignore }: Config, cwd: string, also: readonly string[] = []): Promise<((path: string) => boolean) | undefined> {
  if (names.length === 0 && also.length === 0) return undefined;
  const own = new Set([...names, ...also].map((name) => real(resolve(cwd, name))));
  if (ignore === undefined) return (path) => own.has(path);
  const { createPathMatcher } = await import('../lint/patterns.ts');
  const matches = createPathMatcher(ignore.value);
  return (path) => own.has(path) || matches(wayFrom(ignore.folder, path));
}

const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
