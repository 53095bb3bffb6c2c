/**
 * What was read, decoded: the words of today's API, whatever the dialect of the file.
 * Every node keeps its place in the document and the names that the file uses.
 */
import type { JsonObject } from './json.ts';
import type { FieldNames } from './spelling.ts';
import type { StepType } from './step-type.ts';

/** What was read: a file, a line of JSON Lines, standard input, or an item of the account. */
export interface Input {
  /** The path as given, `-`, or the URL of the API. */
  readonly name: string;
  /** 1-based, of JSON Lines. */
  readonly line?: number;
  /** Absent for an item of the account, which has a value. Without a byte order mark. */
  readonly text?: string;
  readonly value?: unknown;
  /** The encoding of the file, where it is not UTF-8. The text was decoded all the same. */
  readonly encoding?: 'utf-16' | 'not-utf-8';
  /** Named by the user: what is not recognized is a finding. Found in a folder, it is skipped. */
  readonly isNamed: boolean;
  /** The collection of its items where their shape does not show it (`--events FILE`). */
  readonly holds?: string;
}

export interface Document {
  readonly input: Input;
  /** As parsed; undefined where the text is not JSON. */
  readonly value: unknown;
  /** `foreign`: JSON of something else; `broken`: not JSON, and it may be ours. */
  readonly form: 'ours' | 'foreign' | 'broken';
  readonly workflows: readonly Workflow[];
  readonly events: readonly EventDefinition[];
  readonly items: readonly ResourceItem[];
  /** Of a source file, or of a program that was recorded. */
  readonly calls: readonly ApiCall[];
  /** List envelopes, and arrays of bundles. */
  readonly lists: readonly List[];
  /** What could not be read; rules of the stage `readable` report it. */
  readonly faults: readonly Fault[];
  /** Of a source file: by pointer, where the values are in its text. */
  readonly spans?: ReadonlyMap<string, SourceSpan>;
  /** Of a source file: places whose values are not known. */
  readonly unresolved?: readonly Unresolved[];
}

/** Of a value in a source file, and of the name of its field. */
export interface SourceSpan extends Omit<Span, 'document'> {
  readonly key?: Omit<Span, 'document'>;
}

export interface Unresolved {
  /** 1-based. */
  readonly line: number;
  /** A noun phrase: `the event of events.send`. */
  readonly what: string;
}

interface NodeBase {
  readonly document: Document;
  /** JSON pointer from the root of the document, in the words of the file. */
  readonly pointer: string;
  /** As parsed. */
  readonly raw: JsonObject;
  readonly names: Names;
}

/** How the file names the fields of a node. Nodes without wrong names share one. */
export interface Names {
  /** The names that the fields can have, those of a config aside. */
  readonly of: FieldNames;
  /** Names that were bound to what they mean: see document/bind.ts. */
  readonly corrections: readonly Correction[];
  /** Names that are no fields, and near to none: `['config', 'sbject']`. */
  readonly unknown: readonly (readonly string[])[];
}

/** A wrong name that exactly one known name is near to. The node has the known name. */
export interface Correction {
  /** The field below the node, by its name in the model: `['config', 'event_name']`, `['to']`. */
  readonly field: readonly string[];
  /** The name of the field is wrong, not its value. */
  readonly isKey: boolean;
  readonly written: string;
  readonly meant: string;
}

/** A workflow (today's automation). */
export interface Workflow extends NodeBase {
  readonly kind: 'workflow';
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** As written where it is neither known nor near to a known one. */
  readonly status: string | undefined;
  /** Undefined in list form, and where they could not be read. */
  readonly steps: readonly Step[] | undefined;
  readonly edges: readonly Edge[] | undefined;
  /** In list form: name and status without steps. */
  readonly isSummary: boolean;
  readonly edgeNoun: 'edge' | 'connection';
  /** A source file or a recorded program; undefined for an export or an item of the account. */
  readonly origin: 'source' | 'record' | undefined;
  /** Steps in a source file whose graph is not known: only their configs are checked. */
  readonly isFragment: boolean;
}

export interface Step extends NodeBase {
  readonly kind: 'step';
  readonly workflow: Workflow;
  readonly index: number;
  /** What edges call it: `key` today, `id` in the alpha. */
  readonly key: string | undefined;
  /** A second name, where it has both an id and a key or ref. Edges may use it. */
  readonly alias: string | undefined;
  /** An earlier step has its key, so that no edge means it. */
  readonly isDuplicate: boolean;
  /** As written, for messages; the type that is meant is `spec`. */
  readonly type: string | undefined;
  /** The type; `UNKNOWN_STEP` where it is not one of the known ones. */
  readonly spec: StepType;
  /** By today's names, beside others that the file has. Empty where it could not be read. */
  readonly config: JsonObject;
}

/** An edge (today's connection). */
export interface Edge extends NodeBase {
  readonly kind: 'edge';
  readonly workflow: Workflow;
  readonly index: number;
  /** The key that is meant; as written where none is near; undefined where it could not be read. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The steps that the two mean; undefined where no step has the key. */
  readonly fromStep: Step | undefined;
  readonly toStep: Step | undefined;
  /** `default` where the file has none; undefined where it is not a string. */
  readonly type: string | undefined;
}

export interface EventDefinition extends NodeBase {
  readonly kind: 'event';
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Property → type as written (undefined: not a string); null where the event has none. */
  readonly schema: ReadonlyMap<string, string | undefined> | null;
  readonly origin: 'source' | 'record' | undefined;
}

/** A list envelope, or an array of a bundle. */
export interface List extends NodeBase {
  readonly kind: 'list';
  /** The name of its collection; undefined where no item shows it. */
  readonly of: string | undefined;
  readonly hasMore: boolean;
  /** It has no more, and all its items could be read. */
  readonly isWhole: boolean;
}

/** An item of a resource, such as a template. `value` has the fields that edgewise reads. */
export interface ResourceItem<T extends object = object> extends NodeBase {
  readonly kind: 'item';
  /** The name of its collection: `templates`. */
  readonly of: string;
  readonly value: T;
}

/** A call of the API in a source file, or of a program that was recorded. */
export interface ApiCall extends NodeBase {
  readonly kind: 'call';
  readonly origin: 'source' | 'record';
  /** `define`: an event; `create` and `update`: a workflow; `other`: any other request. */
  readonly does: 'send' | 'define' | 'create' | 'update' | 'other';
  readonly via: 'sdk' | 'http';
  /** As written: `events.send`, `contacts.createEvent`, or `POST /events`. */
  readonly callee: string;
  /** The event that is sent or defined; undefined where it is not known. */
  readonly event: string | undefined;
  /** It is in a function or loop, and the calls that it stands for are calls of their own. */
  readonly isWrapper?: true;
  /** The names of the fields of its body; undefined where they are not known. */
  readonly fields: readonly string[] | undefined;
  /** Of a send whose payload is known, in part or whole. */
  readonly payload: SentPayload | undefined;
  /** Method and path, of a request: `POST`, `/events/send`. */
  readonly request: { readonly method: string; readonly path: string } | undefined;
  /** `discarded`: nothing reads its error. */
  readonly result: 'used' | 'discarded';
  /** What the recorder answered in place of success, as the service would. */
  readonly refusal: { readonly status: number; readonly message: string } | undefined;
}

export interface SentPayload {
  /** Property → its JSON type (`string`, `null`, …); undefined where it is not known. */
  readonly properties: ReadonlyMap<string, string | undefined>;
  /** There are no other properties. */
  readonly isWhole: boolean;
}

export type Node = Workflow | Step | Edge | EventDefinition | List | ResourceItem | ApiCall;

/** What could not be read, as data: rules word it. */
export type Fault = SyntaxFault | ShapeFault | DuplicateKeyFault;

/** UTF-16 offsets in the text of the document. */
export interface Span {
  readonly document: Document;
  readonly offset: number;
  readonly length: number;
}

export interface SyntaxFault {
  readonly kind: 'syntax';
  readonly at: Span;
  readonly reason:
    | { readonly is: 'empty' | 'cut' | 'merge-marker' }
    | { readonly is: 'encoding'; readonly encoding: 'utf-16' | 'not-utf-8' }
    | { readonly is: 'language'; readonly language: 'yaml' | 'html' }
    | { readonly is: 'depth'; readonly limit: number }
    | { readonly is: 'character'; readonly found: string; readonly expected: string };
}

/** A field that is missing, or has a value of the wrong type. */
export interface ShapeFault {
  readonly kind: 'shape';
  readonly node: Node;
  /** The field below the node, by its name in the model. */
  readonly field: readonly (string | number)[];
  readonly problem: 'missing' | 'type' | 'blank' | 'two-lists' | 'json-schema';
  /** JSON types that are accepted, or the fields of which one is needed. */
  readonly expected: readonly string[];
  readonly found: unknown;
  /** Steps, edges or an envelope are not read because of it: it cannot be accepted. */
  readonly isUnread: boolean;
}

/** The same key twice in one object. JSON.parse keeps the last. */
interface DuplicateKeyFault {
  readonly kind: 'duplicate-key';
  readonly key: string;
  /** The later key, and the first. */
  readonly at: Span;
  readonly first: Span;
}
