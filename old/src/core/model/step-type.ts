import { camelCase } from './fields.ts';
import { isObject } from './json.ts';
import type { Step } from './nodes.ts';
import type { ConfigSchema, Effects, StepSpec } from './step-spec.ts';

export type StepType = StepSpec<Step>;

export const TEXT: ConfigSchema = { type: 'string' };
export const TEXT_OR_NULL: ConfigSchema = { type: ['string', 'null'] };
/** Non-blank text. */
export const NAMED: ConfigSchema = { type: 'string', pattern: '\\S' };
export const OBJECT_OR_NULL: ConfigSchema = { type: ['object', 'null'] };

type Required = 'name' | 'position' | 'caption' | 'kind' | 'icon' | 'summarize' | 'describe';
type Derived = 'fieldNames' | 'spellings' | 'nestedFields' | 'edgeTypes' | 'hasSideEffect';

type StepTypeDefinition = Pick<StepType, Required> &
  Partial<Omit<StepType, Required | Derived | 'effects'>> & {
    readonly effects?: Partial<Effects>;
  };

const NO_EFFECTS: Effects = {
  sends: undefined,
  writes: [],
  movesContact: false,
  deletesContact: false,
  unknown: false,
};

const DEFAULTS = {
  isKnown: true,
  otherNames: [],
  fields: {},
  requires: [],
  isOpen: false,
  adviseField: undefined,
  texts: [],
  variables: [],
  event: undefined,
  rule: undefined,
  branches: [{ type: 'default', means: 'always', contacts: 'who come to it' }],
  time: 'none',
  lengths: undefined,
  shape: 'box',
  hint: undefined,
  effects: NO_EFFECTS,
} as const;

export function defineStepType(definition: StepTypeDefinition): StepType {
  const fields = Object.entries(definition.fields ?? {});
  const spellings = new Map<string, readonly string[]>();
  for (const [name, { spellings: others = [] }] of fields) {
    const twin = camelCase(name);
    const all = twin === name ? others : [twin, ...others];
    if (all.length > 0) spellings.set(name, all);
  }
  const effects = { ...NO_EFFECTS, ...definition.effects };
  const { sends, writes, movesContact, deletesContact, unknown } = effects;
  // Objects of one shape are read faster: each has all properties, in one order.
  return {
    ...DEFAULTS,
    ...definition,
    effects,
    fieldNames: new Set(fields.flatMap(([name]) => [name, ...(spellings.get(name) ?? [])])),
    spellings,
    nestedFields: fields.flatMap(([holder, { schema }]) => {
      const { properties, required = [] } = schema ?? {};
      return isObject(properties) ? { holder, names: Object.keys(properties), required } : [];
    }),
    edgeTypes: (definition.branches ?? DEFAULTS.branches).map(({ type }) => type),
    hasSideEffect:
      sends !== undefined || writes.length > 0 || movesContact || deletesContact || unknown,
  } as StepType;
}

export const isTrigger = ({ spec }: Step): boolean => spec.event === 'starts';
export const isWait = ({ spec }: Step): boolean => spec.event === 'awaited';
export const isCondition = ({ spec }: Step): boolean => spec.rule === 'config';
export const isDelay = ({ spec }: Step): boolean => spec.time === 'delay';
export const isEmail = ({ spec }: Step): boolean => spec.effects.sends === 'email';
export const writesContact = ({ spec }: Step): boolean => spec.effects.writes.length > 0;
export const deletesContact = ({ spec }: Step): boolean => spec.effects.deletesContact;
/** Whether it takes time by itself: a delay, or a wait. */
export const takesTime = ({ spec }: Step): boolean => spec.lengths !== undefined;
/** Whether it chooses between branches. */
export const isFork = ({ spec }: Step): boolean => spec.branches.length > 1;
/** The edge types it leaves by. */
export const branchTypes = ({ spec }: Step): readonly string[] => spec.edgeTypes;
