import { isObject } from '../model/json.ts';
import type { AnyRule } from '../rule.ts';
import { FORMATS, type Said, type SchemaError, wordError, wordUnknownRule } from './faults.ts';
import type { ConfigFault, ParsedFile } from './parse.ts';
import { configSchema } from './schema.ts';

export interface KnownRules {
  readonly rules: readonly AnyRule[];
  /** They can be neither switched off nor suppressed. */
  readonly mandatory: ReadonlySet<string>;
}

/** The faults of a configuration by the one schema, the first of each place, in order. */
export async function createValidator({ rules, mandatory }: KnownRules) {
  // It takes 70 ms to load.
  const { Ajv } = await import('ajv');
  // The schema is ours.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false });
  for (const [name, checks] of Object.entries(FORMATS)) {
    const validate = (text: string): boolean => !checks.some(({ isWrong }) => isWrong(text));
    ajv.addFormat(name, { type: 'string', validate });
  }
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const plugins = new Set(rules.map(({ id }) => id.replace(/[^/]*$/, '')).filter(Boolean));
  /** A rule of a plugin that is not loaded is not known. */
  const isUnknown = (id: string): boolean =>
    !known.has(id) && (!id.includes('/') || plugins.has(id.replace(/[^/]*$/, '')));

  return ({ value, place }: ParsedFile): readonly ConfigFault[] => {
    const said = new Map<string, Said>();
    for (const [id, pointer, isSuppressed] of rulesNamedIn(value)) {
      const at = isSuppressed ? place(`${pointer}/rule`) : place(pointer, id);
      if (isUnknown(id)) said.set(at, wordUnknownRule(id, [...known.keys()]));
      else if (isSuppressed && mandatory.has(id))
        said.set(at, [`"${id}" cannot be suppressed`, 'what is not read is not checked']);
    }
    // All rules take half a second to compile.
    const named = new Set(Array.from(rulesNamedIn(value), ([id]) => id));
    const own = rules.filter(({ id }) => named.has(id));
    const validate = ajv.compile(configSchema(own, mandatory));
    validate(value);
    for (const error of (validate.errors ?? []) as unknown as readonly SchemaError[]) {
      const key = error.params['additionalProperty'] as string | undefined;
      const at = place(error.instancePath, key);
      if (error.keyword !== 'if' && !isOfCondition(error) && !said.has(at))
        said.set(at, wordError(error));
    }
    const faults = Array.from(said, ([at, [message, hint]]) => ({ at, message, hint }));
    const column = ({ at }: ConfigFault, i: number): number => Number(at.split(':').at(i));
    return faults.sort((a, b) => column(a, -2) - column(b, -2) || column(a, -1) - column(b, -1));
  };
}

/** Ids, with the pointer of the object that has them. */
function* rulesNamedIn(
  value: unknown,
): Iterable<readonly [id: string, pointer: string, isSuppressed: boolean]> {
  if (!isObject(value)) return;
  const listed = (name: string): readonly unknown[] =>
    Array.isArray(value[name]) ? value[name] : [];
  const maps = [
    [value['rules'], '/rules'] as const,
    ...listed('overrides').map(
      (each, i) => [isObject(each) && each['rules'], `/overrides/${i}/rules`] as const,
    ),
  ];
  for (const [map, pointer] of maps)
    if (isObject(map)) for (const id of Object.keys(map)) yield [id, pointer, false];
  for (const [i, each] of listed('suppressions').entries())
    if (isObject(each) && typeof each['rule'] === 'string')
      yield [each['rule'], `/suppressions/${i}`, true];
}

/** That a condition of an override is missing: `anyOf` says it. */
const isOfCondition = ({ keyword, params }: SchemaError): boolean =>
  keyword === 'required' &&
  ['workflows', 'files', 'status'].includes(String(params['missingProperty']));
