import type { JsonObject } from './json.ts';

/** Where a document's bytes came from: a path, `-` for stdin, or a URL of the live API. */
export type Source = string;

/**
 * One JSON value of a source: small enough to keep, enough to find the text again.
 * `line` is 1-based and only above 1 in NDJSON; `start` and `end` are byte offsets in the (unzipped) source.
 */
export interface DocumentRef {
  readonly source: Source;
  /** Position among the documents of its source. */
  readonly index: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Of a document that is too large to be held: which part of it this is. */
  readonly part?: ItemsPart | SkeletonPart;
}

/** Some items of an array, and a little of the text before and behind them. */
export interface ItemsPart {
  /** JSON pointer of the array. */
  readonly pointer: string;
  /** Index of the first item. */
  readonly first: number;
  /** Column (from 0) at which the text begins. */
  readonly column: number;
  /** Where in the text the items are, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Byte offsets of the text, which begins before the items and ends behind them. */
  readonly bytes: readonly [number, number];
}

/** All but the items of the arrays that are read in parts. */
export interface SkeletonPart {
  /** Kept, since it stands nowhere as it is. */
  readonly text: string;
  readonly cuts: readonly Cut[];
}

/** Where text was left out: the offset of what comes next, and where that really stands. Lines and columns count from 0. */
export interface Cut {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

interface NodeBase {
  readonly document: DocumentRef;
  /** The object as it stands in the document. Never hold on to it after the rule returns. */
  readonly raw: JsonObject;
}

/** What a workflow is called, small enough to keep: one object, shared by all facts and places of the workflow. */
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
  /** In list form: no steps were given, so nothing is known about them. */
  readonly summaryOnly: boolean;
  /** Whether `steps` could be read as an array. When not, `steps` is empty and means nothing. */
  readonly hasSteps: boolean;
  /** Whether the edges could be read as an array. When not, `edges` is empty and means nothing. */
  readonly hasEdges: boolean;
  readonly steps: readonly Step[];
  readonly edges: readonly Edge[];
}

/** A step: what happens to a contact. What could not be read is `undefined`, with a finding of `invalid-shape`. */
export interface Step extends NodeBase {
  readonly kind: 'step';
  readonly workflow: Workflow;
  /** Position in the workflow's array of steps. */
  readonly index: number;
  /** What edges call it: `key` today, `id` in the alpha, `ref` in between. */
  readonly key: string | undefined;
  /** A second name, where a step bears both an id and a key or ref. */
  readonly alias: string | undefined;
  readonly type: string | undefined;
  /** Its config as it stands; an empty object when it is missing or no object. Read it with the functions of `config.ts`. */
  readonly config: JsonObject;
}

/** An edge (today's *connection*). */
export interface Edge extends NodeBase {
  readonly kind: 'edge';
  readonly workflow: Workflow;
  readonly index: number;
  readonly id: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** `default` when the document gives none; `undefined` when what it gives is no string. */
  readonly type: string | undefined;
}

export interface EventDefinition extends NodeBase {
  readonly kind: 'event';
  readonly pointer: string;
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Property name → type name as written (`undefined`: no text); `null` when the event has no (readable) schema. */
  readonly schema: ReadonlyMap<string, string | undefined> | null;
}

/** A list envelope (`{object: "list", has_more, data}`). */
export interface List extends NodeBase {
  readonly kind: 'list';
  readonly pointer: string;
  readonly of: 'workflows' | 'events' | 'unknown';
  readonly hasMore: boolean;
}

export type Node = Workflow | Step | Edge | EventDefinition | List;

/** Something in a document that does not fit: becomes a finding of the rule it names. */
export interface Problem {
  readonly rule: 'invalid-json' | 'unrecognized-document' | 'invalid-shape' | 'invalid-config';
  readonly place: Place;
  readonly message: string;
  readonly help?: string;
  /** The name of the field it is about, also when that field is missing. */
  readonly field?: string;
  /** It may be no fault. */
  readonly uncertain?: boolean;
}

/** A key that stands twice in one object of a document's text. */
export interface DuplicateKey {
  readonly key: string;
  /** The later of the two, and the one before it. Both have the same pointer and differ in their span. */
  readonly place: Place;
  readonly first: Place;
}

/** A decoded document: all the nodes found in it and all that did not fit. */
export interface Document {
  readonly ref: DocumentRef;
  readonly workflows: readonly Workflow[];
  readonly events: readonly EventDefinition[];
  readonly lists: readonly List[];
  readonly problems: readonly Problem[];
  /** Perhaps nested deeper than the limit: its text has to be looked at. */
  readonly suspectDepth: boolean;
  /** What the document as a whole was recognised as. `unknown`: none of the forms; `broken`: not even JSON. */
  readonly form: 'workflow' | 'event' | 'list' | 'array' | 'bundle' | 'unknown' | 'broken';
}

/** Names that a finding carries besides its place. */
export interface Subject {
  readonly workflow?: WorkflowRef;
  readonly step?: string;
  readonly edge?: string;
  readonly event?: string;
}

/** A place in a document, small and free of the document's values: facts may keep it. */
export interface Place {
  readonly document: DocumentRef;
  readonly pointer: string;
  /** Underline the name of the property rather than its value. */
  readonly onKey?: boolean;
  /** UTF-16 offset and length within the document's text, for text that is no JSON. */
  readonly span?: { readonly offset: number; readonly length: number };
  readonly subject: Subject;
}
