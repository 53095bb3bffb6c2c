import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import type { PackedDocument, PackedWorkflow } from './packed.ts';

/** Gives rows of tables to what is named in many places. */
export interface Tables {
  readonly sources: readonly string[];
  readonly documents: readonly PackedDocument[];
  readonly workflows: readonly PackedWorkflow[];
  source(name: string): number;
  document(ref: DocumentRef): number;
  /** @param at where it stands, when that matters. */
  workflow(ref: WorkflowRef, at?: WorkflowAt): number;
}

export interface WorkflowAt {
  readonly document: DocumentRef;
  readonly pointer: string;
  readonly summary?: boolean;
}

export function createTables(): Tables {
  const [sources, documents, workflows]: [string[], PackedDocument[], PackedWorkflow[]] = [[], [], []];
  const sourceRows = new Map<string, number>();
  // All that is said of a document shares one object, and so does all that is said of a workflow.
  const documentRows = new Map<DocumentRef, number>();
  const workflowRows = new Map<WorkflowRef, number>();
  const source = (name: string): number => {
    let row = sourceRows.get(name);
    if (row === undefined) sourceRows.set(name, (row = sources.push(name) - 1));
    return row;
  };
  const document = (ref: DocumentRef): number => {
    let row = documentRows.get(ref);
    if (row !== undefined) return row;
    const { index, line, start, end, part } = ref;
    const place = [source(ref.source), index, line, start, end] as const;
    documentRows.set(ref, (row = documents.push(part === undefined ? place : [...place, part]) - 1));
    return row;
  };
  return {
    sources,
    documents,
    workflows,
    source,
    document,
    workflow(ref, at) {
      let row = workflowRows.get(ref);
      if (row !== undefined && (at === undefined || workflows[row]?.[0] !== -1)) return row;
      const { id = null, name = null, status = null } = ref;
      const packed: PackedWorkflow =
        at === undefined ? [-1, '', 0, id, name, status] : [document(at.document), at.pointer, at.summary === true ? 1 : 0, id, name, status];
      if (row === undefined) workflowRows.set(ref, (row = workflows.push(packed) - 1));
      else workflows[row] = packed;
      return row;
    },
  };
}

/** Rows made into objects again, one for each row. Throws for a row that is not there. */
export interface Rows {
  document(row: number): DocumentRef;
  at(row: number): WorkflowRow;
}

export interface WorkflowRow {
  readonly workflow: WorkflowRef;
  /** Absent where nothing is kept that stands in it. */
  readonly document: DocumentRef | undefined;
  readonly pointer: string;
  readonly summary: boolean;
}

export function readTables({ sources, documents, workflows }: Pick<Tables, 'sources' | 'documents' | 'workflows'>): Rows {
  const refs = documents.map(([source, index, line, start, end, part]) => {
    const place = { source: row(sources, source), index, line, start, end };
    return part === undefined ? place : { ...place, part };
  });
  const owners = workflows.map(([document, pointer, summary, id, name, status]) => ({
    workflow: { id: id ?? undefined, name: name ?? undefined, status: status ?? undefined },
    document: document === -1 ? undefined : row(refs, document),
    pointer,
    summary: summary === 1,
  }));
  return { document: (at) => row(refs, at), at: (at) => row(owners, at) };
}

function row<T>(table: readonly T[], number: number): T {
  const found = table[number];
  if (found === undefined) throw new RangeError(`there is no row ${number}`);
  return found;
}
