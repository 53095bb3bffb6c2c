/** `edgewise`: all of `edgewise/core`, and checks of files. */
import { type JsonReport, reportOf } from '../../core/report/json.ts';
import { check } from '../../node/check.ts';
import { exitCode } from '../../node/exit-code.ts';
import { makePlan } from '../../node/plan.ts';
import { read } from '../../node/read.ts';
import { UserError } from '../../node/user-error.ts';
import { contextFor } from '../../node/write.ts';
import { choiceOf, type LintOptions, ruleSetOf } from './core.ts';

export * from './core.ts';

export interface PathOptions extends LintOptions {
  /** The path of a configuration, or true for the nearest one; default: none. */
  readonly config?: string | boolean;
  /** The path of a file of accepted findings. */
  readonly baseline?: string;
  readonly showSuppressed?: boolean;
}

/**
 * Checks files, folders and patterns from the working directory, as the command line does. Nothing
 * is written. Throws a RangeError for a mistake in the options or the configuration.
 */
export async function lintPaths(
  paths: readonly string[],
  options: PathOptions = {},
): Promise<JsonReport> {
  const { config = false, baseline, showSuppressed = false } = options;
  const known = ruleSetOf(options);
  const own = choiceOf(options, known);
  const request = {
    ...{ paths, baseline, preset: options.preset, severities: own.severities, only: options.only },
    ...{ config: config === true ? undefined : config, showsAccepted: showSuppressed },
  };
  try {
    const plan = await makePlan(request, known);
    const choice = { ...plan.choice, options: new Map([...plan.choice.options, ...own.options]) };
    const result = check(await read(plan), { ...plan, choice });
    return reportOf(result, contextFor(plan, exitCode(result, plan.threshold)));
  } catch (error) {
    if (error instanceof UserError)
      throw new RangeError([error.message, ...error.details].join('\n'));
    throw error;
  }
}
