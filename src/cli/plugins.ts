import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { optionsSchema } from '../config/schema.ts';
import { setOptionsValidator } from '../config/validators.ts';
import type { Validator } from '../document/validator.ts';
import { contain } from '../lint/contain.ts';
import { loadPlugin } from '../load/plugin.ts';
import { Refusal } from '../load/refusal.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import type { Program } from './main.ts';
import { UserError } from './user-error.ts';

/** Where code of plugins runs, told to whoever watches it: see `guard.ts`. */
export interface Watched {
  /** What runs now: 0 for nothing of a plugin, n for the nth rule, -n while the nth file is loaded; and how often that changed. */
  readonly running: Int32Array;
  /** The ids of the rules, in order. */
  loaded(ids: readonly string[]): void;
}

/** The rules of edgewise, and those of the plugins that the command line names. */
export async function withPlugins(rules: readonly AnyRule[], { plugin: files }: Pick<Args, 'plugin'>, program: Program): Promise<readonly AnyRule[]> {
  const { running, loaded } = program.watched ?? { running: new Int32Array(2), loaded() {} };
  const mark = (what: number): void => {
    Atomics.store(running, 0, what);
    Atomics.add(running, 1, 1);
  };
  const own: AnyRule[] = [];
  const origins = new Map(rules.map(({ id }) => [id, 'edgewise itself']));
  for (const [i, file] of files.entries()) {
    mark(-(i + 1));
    for (const rule of await load(file, program)) {
      const origin = origins.get(rule.id);
      if (origin !== undefined) {
        const also = origin === file ? 'has two rules' : 'has a rule';
        throw new UserError(
          `the plugin "${file}" ${also} "${rule.id}"${origin === file ? '' : `, and so has ${origin}`}`,
          'give it another id, such as "acme/…"',
        );
      }
      origins.set(rule.id, file);
      own.push(rule);
    }
  }
  mark(0);
  loaded(own.map(({ id }) => id));
  const contained = own.map((rule, i) => contain(rule, (isRunning) => mark(isRunning ? i + 1 : 0)));
  for (const rule of contained) if (rule.options !== undefined) setOptionsValidator(rule.id, compileOptions(rule));
  return [...rules, ...contained];
}

async function load(file: string, program: Program): Promise<readonly AnyRule[]> {
  try {
    return await loadPlugin(resolve(program.cwd(), file));
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(`the plugin "${file}" cannot be used: ${error.message}`);
    throw error;
  }
}

/** As the options of our own rules are compiled ahead of time; and the defaults must fit, too. */
function compileOptions(rule: AnyRule): Validator {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateFormats: false, logger: false });
  let validate: Validator;
  try {
    validate = ajv.compile(optionsSchema(rule)) as unknown as Validator;
  } catch (error) {
    throw new UserError(`the rule "${rule.id}" has options with a schema that cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  if (validate(rule.options?.defaults)) return validate;
  const [fault] = validate.errors ?? [];
  throw new UserError(`the rule "${rule.id}" has defaults that do not fit its own schema, at ${fault?.instancePath ?? '/'}`);
}
