import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import type { Runtime } from '../../command.ts';
import { optionsSchema } from '../../core/config/schema.ts';
import { setOptionsValidator } from '../../core/config/validators.ts';
import type { Validator } from '../../core/document/validator.ts';
import type { AnyRule } from '../../core/rule.ts';
import type { SourceError } from '../../load/source-error.ts';
import { UserError } from '../../run/user-error.ts';
import { loadPlugin } from './plugin.ts';
import { validateReports } from './validate-reports.ts';

/** The rules with those of plugins, whose reports are validated. */
export async function withPlugins(
  rules: readonly AnyRule[],
  files: readonly string[],
  runtime: Runtime,
): Promise<readonly AnyRule[]> {
  const own: AnyRule[] = [];
  const owners = new Map(rules.map(({ id }) => [id, 'edgewise itself']));
  for (const file of files) {
    const exported = await loadPlugin(resolve(runtime.cwd(), file)).catch((error: SourceError) => {
      throw new UserError(`the plugin "${file}" cannot be used: ${error.message}`);
    });
    for (const rule of exported) {
      const owner = owners.get(rule.id);
      if (owner !== undefined) {
        const what =
          owner === file ? `two rules "${rule.id}"` : `a rule "${rule.id}", and so has ${owner}`;
        throw new UserError(
          `the plugin "${file}" has ${what}`,
          'give it another id, such as "acme/…"',
        );
      }
      owners.set(rule.id, file);
      own.push(rule);
    }
  }
  const validated = own.map(validateReports);
  for (const rule of validated)
    if (rule.options !== undefined) setOptionsValidator(rule.id, compileOptions(rule));
  return [...rules, ...validated];
}

/** Options of built-in rules are compiled at build time. The defaults must be valid, too. */
function compileOptions(rule: AnyRule): Validator {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: false,
    logger: false,
  });
  let validate: Validator;
  try {
    validate = ajv.compile(optionsSchema(rule)) as unknown as Validator;
  } catch (error) {
    throw new UserError(
      `the rule "${rule.id}" has options with a schema that cannot be used: ${(error as Error).message}`,
    );
  }
  if (validate(rule.options?.defaults)) return validate;
  throw new UserError(
    `the rule "${rule.id}" has defaults that do not fit its own schema, at ${validate.errors?.[0]?.instancePath}`,
  );
}
