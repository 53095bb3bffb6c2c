/**
 * The contract of a step type: all that edgewise uses of it. A file of `core/steps` exports one value by
 * `defineStepType({ … })`; `npm run generate` puts it into the list there. Fields that a definition omits have the value of
 * `DEFAULTS`: a step that continues at once by its `default` edge and changes nothing.
 */
import type { PlaceholderUse } from './placeholder.ts';

/** JSON Schema (draft-07): only `type`, `required`, `pattern` and `properties`, for which `problems.ts` has messages. */
export type ConfigSchema = Readonly<Record<string, unknown>>;

/** A field of a config, listed by today's name. */
interface ConfigField {
  /** Absent: any value is valid, or a separate rule checks it. */
  readonly schema?: ConfigSchema;
  /** Its names in other dialects, in the order in which they are read. The camelCase form is included without being listed. */
  readonly spellings?: readonly string[];
  /** The API sends null if it was never set. */
  readonly nullIsAbsent?: true;
  /** The field of a nested object that it replaces: `['template', 'id']`. */
  readonly sameAs?: readonly [string, string];
  /** JSON to write where it is missing. */
  readonly example?: string;
}

/** A text that the service looks up or sends. */
export interface TextField {
  /** Its name in messages: `template id`. */
  readonly name: string;
  readonly use: PlaceholderUse;
  /** Of an id: the collection it is looked up in, `events` or the name of a resource. */
  readonly of?: string;
  /** Where it is in the step: the first path that leads to text, or to an array of texts. */
  readonly at: readonly (readonly ['config', ...string[]])[];
  /** Variables such as `{{{event.plan}}}` in it are replaced. */
  readonly hasVariables?: true;
}

/** An edge type that a step leaves by. */
export interface Branch {
  readonly type: string;
  /**
   * `met` and `notMet`: the outcome of the rule; `received` and `timedOut`: whether the event comes in time; `open`: an
   * outcome that the workflow does not decide.
   */
  readonly means: 'always' | 'met' | 'notMet' | 'received' | 'timedOut' | 'open';
  /** The contacts who take it, such as "contacts for whom it holds". */
  readonly contacts: string;
}

export interface Effects {
  /** It sends the contact a message; the noun for it: `email`. */
  readonly sends: string | undefined;
  /** Fields of the contact that it writes, by the config field of the same name; `properties` is an object of them. */
  readonly writes: readonly string[];
  /** It changes the segments of the contact. */
  readonly movesContact: boolean;
  /** It deletes the contact, which ends the run. */
  readonly deletesContact: boolean;
  /** Of an unknown type. */
  readonly unknown: boolean;
}

/** Selects drawing and colours. */
type StepKind = 'start' | 'email' | 'time' | 'branch' | 'contact' | 'other';

/** @template S a step: see `model/nodes.ts`. */
export interface StepSpec<S> {
  /** The value of `type`. */
  readonly name: string;
  /** Its position in printed lists, in ascending order. */
  readonly position: number;
  /** False for the type of all steps whose type is not in the registry. */
  readonly isKnown: boolean;
  /** Its names in other tools, in lower case without separators: for suggestions on unknown types. */
  readonly otherNames: readonly string[];

  // Its config.
  readonly fields: Readonly<Record<string, ConfigField>>;
  /** Of each group, at least one field must be given. */
  readonly requires: readonly (readonly string[])[];
  /** Exports may have additional fields, so only a misspelt name is reported. */
  readonly isOpen: boolean;
  /** The help for an unknown field; without it, the known fields are listed. */
  adviseField?(field: string, step: S): string | undefined;
  /** In display order. */
  readonly texts: readonly TextField[];
  /** Paths from the step to the objects whose values are passed to the message as variables. */
  readonly variables: readonly (readonly ['config', ...string[]])[];

  // Its effects.
  /** The effect of the event in its field `event_name`: it starts the run, or ends the wait. */
  readonly event: 'starts' | 'awaited' | undefined;
  /** The location of its rule: the whole config, which decides its branches, or the field that filters events. */
  readonly rule: 'config' | 'filter_rule' | undefined;
  readonly branches: readonly Branch[];
  /** How long a contact stays: not at all, its length, at most its length (no limit without one), or unknown. */
  readonly time: 'none' | 'delay' | 'timeout' | 'unknown';
  /** The fields of its length: a number of seconds, and text such as "3 days". */
  readonly lengths: { readonly seconds: string; readonly text: string } | undefined;
  readonly effects: Effects;

  // Its display.
  /** In a picture: `Wait for event`. */
  readonly caption: string;
  readonly kind: StepKind;
  /** Strokes in a square of 20. */
  readonly icon: string;
  /** In Mermaid and Graphviz. */
  readonly shape: 'box' | 'round' | 'pill' | 'diamond' | 'hexagon';
  /** The text of a step in a picture: the main line, then details. Raw text: the printer escapes and cuts it. */
  summarize(step: S): readonly [string, ...string[]];
  /** Its text in a timeline: `waits 3 days`. */
  describe(step: S): string;
  /** Added in messages to a key that is a UUID. Default: the name of its event. */
  hint?(step: S): string | undefined;

  // Derived.
  /** All names of all fields. */
  readonly fieldNames: ReadonlySet<string>;
  /** Field → its names besides today's, in the order in which they are read. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  /** The names of the fields of nested objects, where the schema names them. */
  readonly nestedFields: readonly {
    readonly holder: string;
    readonly names: readonly string[];
    readonly required: readonly string[];
  }[];
  /** Of its branches. */
  readonly edgeTypes: readonly string[];
  /** It affects the contact. */
  readonly hasSideEffect: boolean;
}
