import { createRegions, locate } from '../document/locate.ts';
import { buildGraph } from '../graph/graph.ts';
import type { Failure, Finding, Location, Result } from '../model/finding.ts';
import type { Document, DocumentRef, EventDefinition, Place, Workflow } from '../model/nodes.ts';
import { type At, placeOf } from '../model/place.ts';
import type { AnyRule, Fact, Report } from '../rule.ts';
import { createLedger } from './completeness.ts';
import { fingerprint } from './fingerprint.ts';
import type { ActiveRule } from './settings.ts';

/** Gives the text of a document again, when it can still be had: `undefined` leaves its findings without lines. */
export type ReadText = (ref: DocumentRef) => string | undefined;

/** Takes documents one by one and holds on to facts and findings only, so memory does not grow with their number. */
export interface Linter {
  /** Checks one document. `text` is asked for only when there are findings to be given a line. */
  add(document: Document, text: () => string | undefined): void;
  /** Something that was asked for and could not be read. */
  fail(failure: Failure): void;
  /** Runs the checks over the whole workspace. Call it once, after the last document. */
  finish(readText: ReadText, skipped: number): Result;
}

/** A finding before it has a line. */
interface Draft {
  readonly active: ActiveRule;
  readonly report: Report;
  readonly place: Place;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
}

interface WorkflowRef {
  readonly id?: string;
  readonly name?: string;
  readonly status?: string;
}

// The index that tells whose a dangling key is: bounded, since it is only there for a hint.
const MAX_INDEXED_KEYS = 100_000;

export function createLinter(rules: readonly ActiveRule[]): Linter {
  const having = (hook: keyof AnyRule) => rules.filter(({ rule }) => rule[hook] !== undefined);
  const documentRules = having('document');
  const eventRules = having('event');
  const workflowRules = having('workflow');
  const factRules = having('facts').map((active) => ({ active, facts: [] as (Fact<unknown> & { summary: boolean; order: DocumentRef })[] }));
  const workspaceRules = having('workspace');
  const wantsOwners = rules.some(({ rule }) => rule.stepOwners === true);

  const counts = { steps: 0, edges: 0 };
  const fullIds = new Set<string>();
  const summaryIds: (string | undefined)[] = [];
  let fullWorkflows = 0;
  const summariesWithoutSteps = (): number => summaryIds.filter((id) => id === undefined || !fullIds.has(id)).length;
  const ledger = createLedger(summariesWithoutSteps);
  const definitions: EventDefinition[] = [];
  const owners = new Map<string, WorkflowRef>();
  const sources = new Set<string>();
  const failures: Failure[] = [];
  const findings: Located[] = [];
  let firstDocument: DocumentRef | undefined;
  let crashed = false;

  let drafts: Draft[] = [];
  let current: ActiveRule;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    drafts.push({ active: current, report: given, place, related: (given.related ?? []).map(({ at, message }) => ({ place: resolve(at), message })) });
  };

  /** Runs one check; what it throws becomes a finding, and the other rules go on. */
  const guard = (active: ActiveRule, document: DocumentRef | undefined, check: () => void): void => {
    current = active;
    try {
      check();
    } catch (error) {
      crashed = true;
      if (document === undefined) return;
      drafts.push({ active: CRASH, report: crashReport(active.rule, error, document), place: { document, pointer: '', subject: {} }, related: [] });
    }
  };

  const checkWorkflow = (workflow: Workflow): void => {
    const ref = refOf(workflow);
    if (workflow.summaryOnly) summaryIds.push(workflow.id);
    else {
      fullWorkflows++;
      if (workflow.id !== undefined) fullIds.add(workflow.id);
      counts.steps += workflow.steps.length;
      counts.edges += workflow.edges.length;
    }
    const graph = buildGraph(workflow);
    const context = { workflow, graph };
    for (const active of workflowRules) {
      if (workflow.summaryOnly && active.rule.summaries !== true) continue;
      guard(active, workflow.document, () => active.rule.workflow?.(context, report, active.options));
    }
    const withPlace = { workflow, graph, place: placeOf };
    for (const { active, facts } of factRules) {
      if (workflow.summaryOnly && active.rule.summaries !== true) continue;
      guard(active, workflow.document, () => {
        const fact: unknown = active.rule.facts?.(withPlace, active.options);
        if (fact !== undefined) facts.push({ workflow: ref, fact, summary: workflow.summaryOnly, order: workflow.document });
      });
    }
    if (wantsOwners && owners.size < MAX_INDEXED_KEYS) {
      for (const { key } of workflow.steps) if (key !== undefined && !owners.has(key)) owners.set(key, ref);
    }
  };

  return {
    add(document, text) {
      drafts = [];
      firstDocument ??= document.ref;
      sources.add(document.ref.source);
      ledger.note(document);
      for (const active of documentRules) guard(active, document.ref, () => active.rule.document?.({ document }, report, active.options));
      for (const event of document.events) {
        definitions.push(event);
        for (const active of eventRules) guard(active, document.ref, () => active.rule.event?.({ event }, report, active.options));
      }
      for (const workflow of document.workflows) checkWorkflow(workflow);
      if (drafts.length > 0) for (const located of locateDrafts(drafts, text)) findings.push(located);
    },

    fail(failure) {
      failures.push(failure);
      ledger.noteMissing(`${failure.source}: ${failure.message}`);
    },

    finish(readText, skipped) {
      drafts = [];
      definitions.sort((a, b) => compareRefs(a.document, b.document));
      const byName = new Map<string, EventDefinition>();
      for (const definition of definitions) if (definition.name !== undefined && !byName.has(definition.name)) byName.set(definition.name, definition);
      const workspace = {
        workflows: ledger.of('workflows'),
        events: ledger.of('events'),
        definitions,
        definition: (name: string) => byName.get(name),
        ownerOfStep(key: string, notIn: WorkflowRef) {
          const owner = owners.get(key);
          return owner === undefined || (owner.id === notIn.id && owner.name === notIn.name) ? undefined : (owner.name ?? owner.id);
        },
      };
      for (const active of workspaceRules) {
        if (ledger.blocks(active) !== undefined) continue;
        const facts = factRules.find((entry) => entry.active === active)?.facts ?? [];
        // The same workflow may come in list form and whole: the whole one counts.
        const counted = facts.filter(({ workflow, summary }) => !(summary && workflow.id !== undefined && fullIds.has(workflow.id)));
        counted.sort((a, b) => compareRefs(a.order, b.order));
        guard(active, firstDocument, () => active.rule.workspace?.({ facts: counted, workspace }, report, active.options));
      }
      for (const located of locateDrafts(drafts, readText)) findings.push(located);
      findings.sort(compareLocated);
      const sorted = withFingerprints(findings);
      const count = (severity: Finding['severity']) => sorted.filter((finding) => finding.severity === severity).length;
      return {
        summary: {
          errors: count('error'),
          warnings: count('warning'),
          infos: count('info'),
          suppressed: 0,
          baselined: 0,
          sources: sources.size,
          workflows: fullWorkflows + summariesWithoutSteps(),
          ...counts,
          events: definitions.length,
        },
        complete: failures.length === 0 && !crashed,
        notChecked: ledger.notChecked(rules),
        failures: failures.sort((a, b) => compare(a.source, b.source)),
        findings: sorted,
        sources: [...sources].sort(compare),
        skipped,
        faultyWorkflows: new Set(
          findings
            .map(({ draft: { place } }) => place.subject.workflow)
            .filter((workflow) => workflow !== undefined)
            .map(({ id, name }) => `${id} ${name}`),
        ).size,
        crashed,
      };
    },
  };
}

interface Located {
  readonly draft: Draft;
  readonly location: Location;
  readonly related: readonly { readonly location: Location; readonly message: string }[];
}

function locateDrafts(drafts: readonly Draft[], readText: ReadText): readonly Located[] {
  const places = new Map<string, Place[]>();
  for (const { place, related } of drafts) {
    for (const each of [place, ...related.map((entry) => entry.place)]) {
      const key = `${each.document.index} ${each.document.source}`;
      const group = places.get(key);
      if (group === undefined) places.set(key, [each]);
      else group.push(each);
    }
  }
  const locations = new Map<Place, Location>();
  for (const group of places.values()) {
    const { document } = group[0] as Place;
    const text = readText(document);
    const spanOf =
      text === undefined
        ? () => undefined
        : locate(
            text,
            group.filter(({ span }) => span === undefined),
          );
    const regionOf = text === undefined ? undefined : createRegions(text, document.line);
    for (const place of group) {
      const span = place.span ?? spanOf(place);
      locations.set(place, { source: document.source, pointer: place.pointer, ...(span !== undefined && regionOf?.(span)) });
    }
  }
  const locationOf = (place: Place): Location => locations.get(place) as Location;
  return drafts.map((draft) => ({
    draft,
    location: locationOf(draft.place),
    related: draft.related.map(({ place, message }) => ({ message, location: locationOf(place) })),
  }));
}

function withFingerprints(located: readonly Located[]): Finding[] {
  const seen = new Map<string, number>();
  return located.map(({ draft, location, related }) => {
    const { active, report, place } = draft;
    const { workflow, step, edge, event } = place.subject;
    const scope = workflow?.id ?? workflow?.name ?? (event === undefined ? location.source : '');
    const parts = [active.rule.id, scope, step ?? '', edge ?? '', event ?? '', report.detail ?? ''];
    const base = fingerprint(parts);
    const twins = seen.get(base) ?? 0;
    seen.set(base, twins + 1);
    return {
      rule: active.rule.id,
      severity: report.uncertain === true && active.severity === 'error' ? 'warning' : active.severity,
      message: report.message,
      ...(report.help !== undefined && { help: report.help }),
      fingerprint: twins === 0 ? base : fingerprint([...parts, String(twins)]),
      location,
      ...(workflow !== undefined && { workflow }),
      ...(step !== undefined && { step }),
      ...(edge !== undefined && { edge }),
      ...(event !== undefined && { event }),
      related,
      fixes: [],
    };
  });
}

const CRASH: ActiveRule = { rule: { id: 'rule-crashed' } as AnyRule, severity: 'error', options: {} };

function crashReport(rule: AnyRule, error: unknown, document: DocumentRef): Report {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    at: { document, pointer: '', subject: {} },
    message: `the rule "${rule.id}" failed on this document (${what}); the other rules went on`,
    help: `this is a fault of the rule, not of the workflow: switch it off with --rule ${rule.id}=off, and please report it`,
    detail: rule.id,
  };
}

function refOf({ id, name, status }: Workflow): WorkflowRef {
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }), ...(status !== undefined && { status }) };
}

function resolve(at: At | Place): Place {
  return 'subject' in at ? at : placeOf(at);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareRefs(a: DocumentRef, b: DocumentRef): number {
  return compare(a.source, b.source) || a.index - b.index;
}

function compareLocated(a: Located, b: Located): number {
  const byDocument = compareRefs(a.draft.place.document, b.draft.place.document);
  if (byDocument !== 0) return byDocument;
  const [left, right] = [a.location.region, b.location.region];
  const byRegion = left !== undefined && right !== undefined ? left.startLine - right.startLine || left.startColumn - right.startColumn : 0;
  return (
    byRegion ||
    (left === undefined || right === undefined ? comparePointers(a.location.pointer, b.location.pointer) : 0) ||
    compare(a.draft.active.rule.id, b.draft.active.rule.id) ||
    comparePointers(a.location.pointer, b.location.pointer) ||
    compare(a.draft.report.message, b.draft.report.message)
  );
}

function comparePointers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    if (x === y) continue;
    return /^\d+$/.test(x) && /^\d+$/.test(y) ? Number(x) - Number(y) : compare(x, y);
  }
  return left.length - right.length;
}
