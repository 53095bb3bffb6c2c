/**
 * The contract of a step type: all that edgewise knows of it. A file of `core/steps` exports one
 * value by `defineStepType({ … })`; `npm run generate` puts it into the list there.
 */
import { type FieldNames, fieldNames } from './spelling.ts';
import type { Step } from './workflow.ts';

/** JSON Schema (draft-07) of one field of a config. */
export type FieldSchema = Readonly<Record<string, unknown>>;

export const TEXT: FieldSchema = { type: 'string' };
export const TEXT_OR_NULL: FieldSchema = { type: ['string', 'null'] };
/** Text that is not blank. */
export const NAMED: FieldSchema = { type: 'string', pattern: '\\S' };
export const OBJECT_OR_NULL: FieldSchema = { type: ['object', 'null'] };
/** A plain value of these types, a reference `{"var": "event.plan"}`, or null. */
export const valueSchema = (...types: readonly string[]): FieldSchema => ({
  ...{ type: [...types, 'object', 'null'], required: ['var'], properties: { var: TEXT } },
});

/** A field of a config, by today's name. */
interface ConfigField {
  /** Absent: a rule of its own checks the value. */
  readonly schema?: FieldSchema;
  /** A nested field that replaces it in today's dialect: `template_id` is `template.id`. */
  readonly becomes?: readonly [string, string];
}

/** A text that the service looks up, or sends. */
export interface TextField {
  /** In messages: `template id`. */
  readonly name: string;
  /** `id`: it is looked up in a collection; `address`, `text`: it is sent. */
  readonly use: 'id' | 'address' | 'text';
  readonly of?: string;
  /** From the step: `['config', 'template', 'id']`. */
  readonly path: readonly ['config', string] | readonly ['config', string, string];
  /** Variables such as `{{{event.plan}}}` in it are replaced. */
  readonly hasVariables?: true;
}

export interface Branch {
  /** The edge type that a contact leaves by. */
  readonly type: string;
  readonly means: 'always' | 'met' | 'notMet' | 'received' | 'timedOut';
}

export interface StepType {
  /** The value of `type`; blank for steps of any other type. */
  readonly name: string;
  readonly position: number;
  /** False for steps of any other type: it may have any effect and take any time. */
  readonly isKnown: boolean;
  /** Its names in other tools, without case and separators. */
  readonly otherNames: readonly string[];
  readonly fields: ReadonlyMap<string, ConfigField>;
  /** Of its fields, in all dialects. */
  readonly names: FieldNames;
  /** Of each group, at least one field is needed. */
  readonly requires: readonly (readonly string[])[];
  /** Exports may have other fields: only a misspelt one is reported. */
  readonly isOpen: boolean;
  /** The help for an unknown field, where there is a better one than the known fields. */
  readonly adviseField?: (field: string, step: Step) => string | undefined;
  readonly texts: readonly TextField[];
  /** What the event in `event_name` does. */
  readonly event: 'starts' | 'awaited' | undefined;
  /** Where its condition is: the whole config, or the filter of a wait. */
  readonly condition: 'config' | 'filter_rule' | undefined;
  readonly branches: readonly Branch[];
  /** The fields of its length: text such as "3 days", and a number of seconds. */
  readonly length: { readonly text: string; readonly seconds: string } | undefined;
  readonly sendsEmail: boolean;
  /** Fields of the contact that it writes, by the config field of the same name. */
  readonly writes: readonly string[];
  readonly deletesContact: boolean;
  /** It affects the contact: email, fields, segments, deletion, or unknown. */
  readonly acts: boolean;
  readonly caption: string;
}

type Given = 'name' | 'position' | 'caption';

type StepTypeDefinition = Pick<StepType, Given> &
  Partial<Omit<StepType, Given | 'fields' | 'names'>> & {
    readonly fields?: Readonly<Record<string, ConfigField>>;
  };

const DEFAULTS: Omit<StepType, Given | 'fields' | 'names'> = {
  isKnown: true,
  otherNames: [],
  requires: [],
  isOpen: false,
  texts: [],
  event: undefined,
  condition: undefined,
  branches: [{ type: 'default', means: 'always' }],
  length: undefined,
  sendsEmail: false,
  writes: [],
  deletesContact: false,
  acts: false,
};

export const defineStepType = ({ fields = {}, ...rest }: StepTypeDefinition): StepType => ({
  ...DEFAULTS,
  ...rest,
  fields: new Map(Object.entries(fields)),
  names: fieldNames(Object.fromEntries(Object.keys(fields).map((name) => [name, [name]]))),
});

export const isTrigger = ({ spec }: Step): boolean => spec.event === 'starts';
export const isWait = ({ spec }: Step): boolean => spec.event === 'awaited';
export const isCondition = ({ spec }: Step): boolean => spec.condition === 'config';
export const isDelay = ({ spec }: Step): boolean => spec.name === 'delay';
export const isEmail = ({ spec }: Step): boolean => spec.sendsEmail;
/** Whether it chooses between branches. */
export const isFork = ({ spec }: Step): boolean => spec.branches.length > 1;

/** What a contact did who leaves by an edge type; undefined where the step does not leave by it. */
export const meaningOf = ({ spec }: Step, type: string | undefined): Branch['means'] | undefined =>
  spec.isKnown ? spec.branches.find((branch) => branch.type === type)?.means : 'always';
