import { eventOf } from '../document/decode-nodes.ts';
import type { DocumentRef } from '../model/nodes.ts';
import { packFact, UnportableFact, unpackFact } from './pack-facts.ts';
import type { PackedFinding, PackedPart } from './packed.ts';
import type { KeptFact, Located, Part } from './part.ts';
import { createTables, type Rows, readTables, type Tables, type WorkflowRow } from './tables.ts';

const orNull = (id: string | undefined): string | null => id ?? null;
const orNothing = (id: string | null): string | undefined => id ?? undefined;

/** Throws an UnportableFact that names the rule, when a fact of it is not plain data. */
export function packPart(part: Part): PackedPart {
  const { ledger, counts, fullIds, summaryIds, failures, first, crashed } = part;
  const tables = createTables();
  for (const source of part.sources) tables.source(source);
  const facts = [...part.facts].filter(([, kept]) => kept.length > 0).map(([rule, kept]): [string, unknown[]] => [rule, packFacts(rule, kept, tables)]);
  const owners = part.owners().map((entry): [number, (string | null)[]] => [tables.workflow(entry.owner, entry), entry.keys.map(orNull)]);
  const findings = part.findings.map((finding) => packFinding(finding, tables));
  const definitions = part.definitions.map(({ document, pointer, raw }) => [tables.document(document), pointer, raw] as const);
  const { sources, documents, workflows } = tables;
  return {
    facts: Object.fromEntries(facts),
    findings,
    definitions,
    ledger: { ...ledger, missing: { workflows: [...ledger.missing.workflows], events: [...ledger.missing.events] } },
    owners,
    counts,
    fullIds: [...fullIds],
    summaryIds: summaryIds.map(orNull),
    failures,
    first: first === undefined ? -1 : tables.document(first),
    crashed,
    sources,
    documents,
    workflows,
  };
}

function packFacts(rule: string, kept: readonly KeptFact[], tables: Tables): unknown[] {
  const packed: unknown[] = [];
  for (const fact of kept) {
    try {
      packed.push(tables.workflow(fact.workflow, fact), packFact(fact.fact, fact, tables));
    } catch (error) {
      if (!(error instanceof UnportableFact)) throw error;
      throw new UnportableFact(`a fact of the rule "${rule}" is not plain data: ${error.message}`);
    }
  }
  return packed;
}

function packFinding({ document, subject, ...rest }: Located, tables: Tables): PackedFinding {
  const { workflow, ...names } = subject;
  return { ...rest, ...names, document: tables.document(document), ...(workflow !== undefined && { workflow: tables.workflow(workflow) }) };
}

/**
 * The part again. Throws a RangeError for one that does not hang together.
 * @param owners the keys of steps, when they are kept elsewhere: they are hardly ever asked for.
 */
export function unpackPart(packed: PackedPart, owners = () => packed.owners): Part {
  const { ledger, counts, fullIds, summaryIds, failures, first, crashed, sources } = packed;
  const rows = readTables(packed);
  return {
    facts: new Map(Object.entries(packed.facts).map(([rule, flat]) => [rule, unpackFacts(flat, rows)])),
    findings: packed.findings.map((finding) => unpackFinding(finding, rows)),
    definitions: packed.definitions.map(([document, pointer, raw]) => eventOf(raw, pointer, rows.document(document))),
    ledger: { ...ledger, missing: { workflows: new Set(ledger.missing.workflows), events: new Set(ledger.missing.events) } },
    owners: () =>
      owners().map(([row, keys]) => {
        const { workflow: owner, document, pointer } = placed(rows.at(row));
        return { owner, document, pointer, keys: keys.map(orNothing) };
      }),
    counts,
    fullIds: new Set(fullIds),
    summaryIds: summaryIds.map(orNothing),
    sources: new Set(sources),
    failures,
    first: first === -1 ? undefined : rows.document(first),
    crashed,
  };
}

function unpackFacts(flat: readonly unknown[], rows: Rows): readonly KeptFact[] {
  const facts: KeptFact[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const own = placed(rows.at(flat[i] as number));
    const { workflow, document, pointer, summary } = own;
    facts.push({ workflow, fact: unpackFact(flat[i + 1], own, rows), summary, document, pointer });
  }
  return facts;
}

function placed(row: WorkflowRow): WorkflowRow & { readonly document: DocumentRef } {
  if (row.document === undefined) throw new RangeError('a workflow stands nowhere');
  return row as WorkflowRow & { readonly document: DocumentRef };
}

function unpackFinding({ document, workflow, step, edge, event, ...rest }: PackedFinding, rows: Rows): Located {
  return {
    ...rest,
    document: rows.document(document),
    subject: {
      ...(workflow !== undefined && { workflow: rows.at(workflow).workflow }),
      ...(step !== undefined && { step }),
      ...(edge !== undefined && { edge }),
      ...(event !== undefined && { event }),
    },
  };
}
