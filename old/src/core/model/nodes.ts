import type { JsonObject } from './json.ts';
import type { StepSpec } from './step-spec.ts';

/** A path, `-` for stdin, or a URL of the live API. */
export type Source = string;

/**
 * The position of one JSON value in a source. `line` is 1-based, above 1 in NDJSON only; `start` and `end` are
 * byte offsets in the uncompressed source.
 */
export interface DocumentRef {
  readonly source: Source;
  /** Position among the documents of its source. */
  readonly index: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

interface NodeBase {
  readonly document: DocumentRef;
  /** As parsed. Must not be kept after the rule returns. */
  readonly raw: JsonObject;
}

/** The names of a workflow: one object, shared by all its facts and places. */
export interface WorkflowRef {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
}

/** A workflow (today's *automation*) in any dialect. */
export interface Workflow extends NodeBase {
  readonly kind: 'workflow';
  readonly ref: WorkflowRef;
  /** JSON pointer of the workflow in its document, `''` for the root. */
  readonly pointer: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly status: string | undefined;
  /** In list form, without steps. */
  readonly summaryOnly: boolean;
  /** False when `steps` is not an array; then `steps` is empty. */
  readonly hasSteps: boolean;
  /** False when the edges are not an array; then `edges` is empty. */
  readonly hasEdges: boolean;
  readonly steps: readonly Step[];
  readonly edges: readonly Edge[];
}

/** Invalid fields are `undefined`, with a finding of `invalid-shape`. */
export interface Step extends NodeBase {
  readonly kind: 'step';
  readonly workflow: Workflow;
  /** Position in the workflow's array of steps. */
  readonly index: number;
  /** The name edges use: `key` today, `id` in the alpha, `ref` in between. */
  readonly key: string | undefined;
  /** A second name, when a step has both an id and a key or ref. */
  readonly alias: string | undefined;
  readonly type: string | undefined;
  readonly spec: StepSpec<Step>;
  /** As parsed; empty when it is not an object. Read it with the functions of `config.ts`. */
  readonly config: JsonObject;
}

/** An edge (today's *connection*). */
export interface Edge extends NodeBase {
  readonly kind: 'edge';
  readonly workflow: Workflow;
  readonly index: number;
  /** Its pointer in the workflow, if the step names its successor (`next`, `branches`); then `raw` is empty. */
  readonly within?: string;
  readonly id: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** `default` when the document gives none; `undefined` when its type is not a string. */
  readonly type: string | undefined;
}

export interface EventDefinition extends NodeBase {
  readonly kind: 'event';
  readonly pointer: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Property name → type name as written (`undefined`: not a string); `null` when the event has no (readable) schema. */
  readonly schema: ReadonlyMap<string, string | undefined> | null;
}

/** A list envelope (`{object: "list", has_more, data}`). */
export interface List extends NodeBase {
  readonly kind: 'list';
  readonly pointer: string;
  /** `workflows`, `events`, the name of a resource, or `unknown`. */
  readonly of: string;
  readonly hasMore: boolean;
}

/** A call of application code that sends an event, or creates or changes a workflow; or a request of a program that was run. */
export interface ApiCall extends NodeBase {
  readonly kind: 'call';
  readonly pointer: string;
  /**
   * `wrap`: it sends what callers of its function pass; only its own fields are known.
   * `request`: any other request, which is in `request`. `result`: a call whose result is ignored, which is in `result`.
   */
  readonly does: 'send' | 'wrap' | 'define' | 'create' | 'update' | 'request' | 'result';
  /** Through the SDK, or by a direct request. */
  readonly via: 'sdk' | 'http';
  /** The event that is sent; `undefined` where it is not known. */
  readonly event: string | undefined;
  /** `undefined` where it is not known. */
  readonly payload: SentPayload | undefined;
  /** It sends one of several events. */
  readonly isOneOf?: boolean;
  /** Of a call through a wrapper: fields that the wrapper writes, which are checked there. */
  readonly wrapped?: ReadonlySet<string>;
  readonly request?: ApiRequest;
  readonly result?: {
    /** `events.send` */
    readonly callee: string;
    readonly isDiscarded: boolean;
    /** A `catch` is around it. */
    readonly isInTry: boolean;
  };
}

/** A request of the API. */
export interface ApiRequest {
  readonly method: string;
  /** `/automations/a1` */
  readonly path: string;
  /** The names of the fields of its body. */
  readonly fields: readonly string[];
  /** The name of the item that the path names. */
  readonly item?: string | undefined;
  /** The status of the response; `undefined` where it was not sent. */
  readonly status?: number | undefined;
  readonly message?: string;
}

interface SentPayload {
  /** Property → its JSON type, if known. */
  readonly properties: ReadonlyMap<string, string | undefined>;
  /** There are no other properties. */
  readonly isWhole: boolean;
}

/** One item of a resource. */
export interface ResourceItem<T extends object = object> {
  /** The name of its resource type. */
  readonly of: string;
  readonly document: DocumentRef;
  readonly pointer: string;
  readonly value: T;
  /** A field is missing or has the wrong type, which has a finding of its own. */
  readonly isFaulty?: true;
}

export type Node = Workflow | Step | Edge | EventDefinition | List | ApiCall;

/** Becomes a finding of its rule. */
export interface Problem {
  readonly rule: 'invalid-json' | 'unrecognized-document' | 'invalid-shape' | 'invalid-config';
  readonly place: Place;
  readonly message: string;
  readonly help?: string;
  /** Present or missing. */
  readonly field?: string;
  /** It may be no fault. */
  readonly maxSeverity?: 'warning';
  readonly fixes?: readonly NodeFix[];
}

export interface DuplicateKey {
  readonly key: string;
  /** The later place and the first, with one pointer and different spans. */
  readonly place: Place;
  readonly first: Place;
  /** The ignored property, up to the next one of its object, in UTF-16 units of the text. */
  readonly ignored: { readonly offset: number; readonly length: number };
}

export interface Document {
  readonly ref: DocumentRef;
  readonly workflows: readonly Workflow[];
  readonly events: readonly EventDefinition[];
  readonly resources: readonly ResourceItem[];
  readonly lists: readonly List[];
  /** Of application code, or of a program that was run. */
  readonly calls?: readonly ApiCall[];
  readonly problems: readonly Problem[];
  /** `unknown`: none of the forms; `broken`: not JSON. */
  readonly form:
    | 'workflow'
    | 'event'
    | 'resource'
    | 'list'
    | 'array'
    | 'bundle'
    | 'request'
    | 'unknown'
    | 'broken';
  /** No object of its text has a key twice. Absent where that is not known. */
  readonly hasDistinctKeys?: boolean;
  /** Of a broken document: it is a workflow, so the list of events is not incomplete because of it. */
  readonly lacksEvents?: boolean;
  /** The content of a document in an unknown form, as a noun phrase: `an object of type "domain"`. */
  readonly content?: string;
}

export interface Subject {
  readonly workflow?: WorkflowRef;
  readonly step?: string | undefined;
  readonly edge?: string;
  readonly event?: string;
}

/** Without values of the document: facts may store it. */
export interface Place {
  readonly document: DocumentRef;
  readonly pointer: string;
  /** Mark the property name, not its value. */
  readonly onKey?: boolean;
  /** UTF-16 offset and length within the document's text, for text that is not JSON. */
  readonly span?: { readonly offset: number; readonly length: number };
  readonly subject: Subject;
}

export type FixSafety = 'safe' | 'unsafe';

/** One change of a document. Plain data, so facts may keep it. */
export type NodeEdit =
  | { readonly kind: 'write'; readonly place: Place; readonly value: unknown }
  | { readonly kind: 'rename'; readonly place: Place; readonly name: string }
  | { readonly kind: 'remove'; readonly place: Place }
  | {
      readonly kind: 'add';
      readonly place: Place;
      readonly field: string;
      readonly value: unknown;
    }
  /** Adds an item at the end of an array that has one. */
  | { readonly kind: 'append'; readonly place: Place; readonly value: unknown }
  /** Moves an item of an array before another item of it. */
  | { readonly kind: 'move'; readonly place: Place; readonly before: Place }
  /** UTF-16 offsets within the text of the document, for text that is not JSON. */
  | {
      readonly kind: 'text';
      readonly place: Place;
      readonly offset: number;
      readonly length: number;
      readonly text: string;
    };

/** A change that corrects a finding; all edits are applied, or none. */
export interface NodeFix {
  readonly title: string;
  readonly safety: FixSafety;
  readonly edits: readonly NodeEdit[];
}
