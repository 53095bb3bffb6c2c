import { eventOf } from '../document/decode-nodes.ts';
import { createFactTape, type FactTape, type FactTapeState } from './fact-tape.ts';
import { packFact, UnportableFact, unpackFact } from './pack-facts.ts';
import type { PackedFinding, PackedPart, PackedRest } from './packed.ts';
import type { Kept, Located, Part } from './part.ts';
import { createRegister, type Register, type RegisterState } from './register.ts';
import { createStepOwners, type OwnedKeys, ownersIn } from './step-owners.ts';
import { createTables, packRef, type Rows, readTables, type Tables, unpackRef } from './tables.ts';

/** A part on its way to another thread. What there is much of lies in buffers, which change hands; the rest is a text. */
export interface HandedPart {
  readonly rest: string;
  readonly register: RegisterState;
  readonly facts: FactTapeState;
  readonly factsOf: Part['factsOf'];
  readonly owners: OwnedKeys;
}

/** The part, which is gone from here once its buffers are. */
export function handOver(part: Part): { readonly handed: HandedPart; readonly buffers: ArrayBuffer[] } {
  const { register, facts, factsOf } = part;
  const rest = JSON.stringify(packRest({ ...part, factsOf: new Map() }, createTables()));
  const handed = { rest, register: register.state, facts: facts.state, factsOf, owners: part.owners() };
  const inBuffers = [handed.register.tape, handed.register.rows, handed.facts.tape, handed.owners.tape, handed.owners.entries];
  const buffers = inBuffers.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer as ArrayBuffer));
  return { handed, buffers };
}

export function takeOver({ rest, register, facts, factsOf, owners }: HandedPart): Part {
  const packed = JSON.parse(rest) as PackedRest;
  const part = unpackRest(packed, readTables(packed), createRegister(register), () => owners);
  return { ...part, facts: createFactTape(facts), factsOf };
}

/** Throws an UnportableFact that names the rule, when a fact of it is not plain data. */
export function packPart(part: Part): PackedPart {
  const { register } = part;
  const tables = createTables();
  const workflows = Array.from({ length: register.size }, (_, i) => {
    const { workflow, document, pointer, summaryOnly } = register.at(i);
    return [tables.document(document), pointer, summaryOnly ? 1 : 0, ...packRef(workflow)] as const;
  });
  return { ...packRest(part, tables), workflows, owners: [...ownersIn(part.owners())] };
}

/** The part again. Throws a RangeError for one that does not hang together. */
export function unpackPart(packed: PackedPart): Part {
  const rows = readTables(packed);
  const register = createRegister();
  for (const [document, pointer, summary, ...ref] of packed.workflows)
    register.add({ ...unpackRef(ref), document: rows.document(document), pointer, summaryOnly: summary === 1 });
  const owners = createStepOwners(register);
  for (const [row, keys] of packed.owners) owners.add({ ...register.placeAt(row), steps: keys.map((key) => ({ key })) }, row);
  return unpackRest(packed, rows, register, owners.kept);
}

function packRest(part: Part, tables: Tables): PackedRest {
  const { ledger, counts, failures, first, crashed } = part;
  for (const source of part.sources) tables.source(source);
  const facts = [...part.factsOf].filter(([, { places }]) => places.length > 0).map(([rule, kept]) => [rule, packFacts(rule, kept, part, tables)] as const);
  const notes = [...part.notes].filter(([, noted]) => noted.size > 0).map(([rule, noted]) => [rule, [...noted]] as const);
  const findings = part.findings.map((finding) => packFinding(finding, tables));
  const definitions = part.definitions.map(({ document, pointer, raw }) => [tables.document(document), pointer, raw] as const);
  const { sources, documents, refs } = tables;
  return {
    facts: Object.fromEntries(facts),
    notes: Object.fromEntries(notes),
    findings,
    definitions,
    ledger: { ...ledger, missing: { workflows: [...ledger.missing.workflows], events: [...ledger.missing.events] } },
    counts,
    failures,
    first: first === undefined ? -1 : tables.document(first),
    crashed,
    sources,
    documents,
    refs,
  };
}

function unpackRest(packed: PackedRest, rows: Rows, register: Register, owners: Part['owners']): Part {
  const { ledger, counts, failures, first, crashed, sources } = packed;
  const facts = createFactTape();
  return {
    register,
    facts,
    factsOf: new Map(Object.entries(packed.facts).map(([rule, flat]) => [rule, unpackFacts(flat, facts, register, rows)])),
    notes: new Map(Object.entries(packed.notes).map(([rule, noted]) => [rule, new Set(noted)])),
    findings: packed.findings.map((finding) => unpackFinding(finding, rows)),
    definitions: packed.definitions.map(([document, pointer, raw]) => eventOf(raw, pointer, rows.document(document))),
    ledger: { ...ledger, missing: { workflows: new Set(ledger.missing.workflows), events: new Set(ledger.missing.events) } },
    owners,
    counts,
    sources: new Set(sources),
    failures,
    first: first === -1 ? undefined : rows.document(first),
    crashed,
  };
}

function packFacts(rule: string, { places, topics }: Kept, { facts, register }: Part, tables: Tables): unknown[] {
  const packed: unknown[] = [];
  for (const [i, at] of places.entries()) {
    const row = facts.rowAt(at);
    const isSame = at === places[i - 1];
    try {
      packed.push(row, topics[i], isSame ? null : packFact(facts.read(at, register.at), () => register.at(row), tables));
    } catch (error) {
      if (!(error instanceof UnportableFact)) throw error;
      throw new UnportableFact(`a fact of the rule "${rule}" is not plain data: ${error.message}`);
    }
  }
  return packed;
}

function unpackFacts(flat: readonly unknown[], facts: FactTape, register: Register, rows: Rows): Kept {
  const [places, topics]: [number[], number[]] = [[], []];
  for (let i = 0; i < flat.length; i += 3) {
    const row = flat[i] as number;
    const topic = flat[i + 1];
    if (typeof topic !== 'number' || i + 2 === flat.length) throw new RangeError('a fact is missing');
    const own = register.at(row);
    const isSame = i > 0 && flat[i - 3] === row;
    places.push(
      isSame
        ? (places.at(-1) as number)
        : facts.add(
            row,
            unpackFact(flat[i + 2], () => own, rows),
            own,
          ),
    );
    topics.push(topic);
  }
  return { places, topics };
}

function packFinding({ document, subject, ...rest }: Located, tables: Tables): PackedFinding {
  const { workflow, ...names } = subject;
  return { ...rest, ...names, document: tables.document(document), ...(workflow !== undefined && { workflow: tables.workflow(workflow) }) };
}

function unpackFinding({ document, workflow, step, edge, event, ...rest }: PackedFinding, rows: Rows): Located {
  return {
    ...rest,
    document: rows.document(document),
    subject: {
      ...(workflow !== undefined && { workflow: rows.workflow(workflow) }),
      ...(step !== undefined && { step }),
      ...(edge !== undefined && { edge }),
      ...(event !== undefined && { event }),
    },
  };
}
