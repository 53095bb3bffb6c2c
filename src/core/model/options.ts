/** A JSON Schema (draft-07) of one option. */
export interface OptionSchema {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** The options of a rule: their defaults and schemas by name. */
export interface Options<O> {
  readonly defaults: O;
  readonly schema: { readonly [K in keyof O]: OptionSchema };
}

interface Option<T> {
  readonly default: T;
  readonly schema: OptionSchema;
}

export function optionsOf<O>(options: { readonly [K in keyof O]: Option<O[K]> }): Options<O> {
  const entries = Object.entries<Option<unknown>>(options);
  return {
    defaults: Object.fromEntries(entries.map(([name, option]) => [name, option.default])),
    schema: Object.fromEntries(entries.map(([name, option]) => [name, option.schema])),
  } as Options<O>;
}

/** A length of time, such as "3 days". */
export const durationOption = (value: string, description: string): Option<string> => ({
  default: value,
  schema: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,5} (second|minute|hour|day|week|month|year)s?$',
    description,
  },
});

export const countOption = (
  value: number,
  [minimum, maximum]: readonly [number, number],
  description: string,
): Option<number> => ({
  default: value,
  schema: { type: 'integer', minimum, maximum, description },
});

export const namesOption = (
  value: readonly string[],
  description: string,
  items: object = { type: 'string', minLength: 1 },
): Option<readonly string[]> => ({
  default: value,
  schema: { description, type: 'array', items, uniqueItems: true },
});
