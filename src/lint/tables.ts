import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import type { PackedDocument, PackedRef } from './packed.ts';

/** Gives rows of tables to what is named in many places. */
export interface Tables {
  readonly sources: readonly string[];
  readonly documents: readonly PackedDocument[];
  readonly refs: readonly PackedRef[];
  source(name: string): number;
  document(ref: DocumentRef): number;
  workflow(ref: WorkflowRef): number;
}

export function createTables(): Tables {
  const [sources, documents, refs]: [string[], PackedDocument[], PackedRef[]] = [[], [], []];
  const sourceRows = new Map<string, number>();
  // All that is said of a document shares one object, and so does all that is said of a workflow.
  const documentRows = new Map<DocumentRef, number>();
  const workflowRows = new Map<WorkflowRef, number>();
  const source = (name: string): number => {
    let row = sourceRows.get(name);
    if (row === undefined) sourceRows.set(name, (row = sources.push(name) - 1));
    return row;
  };
  return {
    sources,
    documents,
    refs,
    source,
    document(ref) {
      let row = documentRows.get(ref);
      if (row !== undefined) return row;
      const { index, line, start, end, part } = ref;
      const place = [source(ref.source), index, line, start, end] as const;
      documentRows.set(ref, (row = documents.push(part === undefined ? place : [...place, part]) - 1));
      return row;
    },
    workflow(ref) {
      let row = workflowRows.get(ref);
      if (row === undefined) workflowRows.set(ref, (row = refs.push(packRef(ref)) - 1));
      return row;
    },
  };
}

export const packRef = ({ id, name, status }: WorkflowRef): PackedRef => [id ?? null, name ?? null, status ?? null];

export const unpackRef = ([id, name, status]: PackedRef): WorkflowRef => ({ id: id ?? undefined, name: name ?? undefined, status: status ?? undefined });

/** Rows made into objects again, one for each row. Throws for a row that is not there. */
export interface Rows {
  document(row: number): DocumentRef;
  workflow(row: number): WorkflowRef;
}

export function readTables({ sources, documents, refs }: Pick<Tables, 'sources' | 'documents' | 'refs'>): Rows {
  const places = documents.map(([source, index, line, start, end, part]) => {
    const place = { source: row(sources, source), index, line, start, end };
    return part === undefined ? place : { ...place, part };
  });
  const workflows = refs.map(unpackRef);
  return { document: (at) => row(places, at), workflow: (at) => row(workflows, at) };
}

function row<T>(table: readonly T[], number: number): T {
  const found = table[number];
  if (found === undefined) throw new RangeError(`there is no row ${number}`);
  return found;
}
