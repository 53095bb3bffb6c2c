import { parseArgs } from 'node:util';
import { FLAGS } from './flags.ts';

/**
 * Reads flags as they are mostly given: names that exist, each with what it needs. Gives the same as the library that
 * explains mistakes and prints the help, which takes as long to load as Node itself; `undefined` for what is left to it.
 */
export function readPlainFlags(argv: readonly string[]): Record<string, unknown> | undefined {
  // `--` ends the flags, `true` may belong to the flag before it, for `graph` one flag means something else, and `-fjson` is rare.
  if (argv.some((word) => SPECIAL.includes(word) || /^-[^-]./.test(word))) return undefined;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    return Object.values(values).flat().includes('') ? undefined : { ...values, _: positionals };
  } catch {
    return undefined;
  }
}

const SPECIAL = ['--', 'true', 'false', 'graph'];

const OPTIONS = Object.fromEntries(
  Object.entries(FLAGS).map(([name, { type, ...flag }]) => [
    name,
    type === 'boolean' ? { type } : { type, multiple: true, ...('alias' in flag && { short: flag.alias as string }) },
  ]),
);
