import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import { buildGraph } from '../graph/graph.ts';
import type { Failure, Finding, Result } from '../model/finding.ts';
import type { Document, DocumentRef, DuplicateKey, EventDefinition, Place, Workflow, WorkflowRef } from '../model/nodes.ts';
import { type At, placeOf } from '../model/place.ts';
import type { AnyRule, Fact, Report } from '../rule.ts';
import { createLedger } from './completeness.ts';
import { type Draft, type Located, locateDrafts, type ReadText } from './drafts.ts';
import { fingerprint } from './fingerprint.ts';
import { compare, compareLocated, compareRefs } from './order.ts';
import type { SettingAt } from './overrides.ts';
import type { ActiveRule } from './settings.ts';
import { createStepOwners } from './step-owners.ts';

/** Takes documents one by one and holds on to facts and findings only, so memory does not grow with their number. */
export interface Linter {
  /** Checks one document. `text` is asked for only when there are findings to be given a line. */
  add(document: Document, text: () => string | undefined): void;
  /** Something that was asked for and could not be read, and what it would have held, when that is known. */
  fail(failure: Failure, of?: 'workflows' | 'events'): void;
  /** Items that were left out on purpose. */
  leaveOut(what: string, of: 'workflows' | 'events'): void;
  /** Runs the checks over the whole workspace. Call it once, after the last document. */
  finish(readText: ReadText, skipped: number): Result;
}

/** @param settingAt the rule as it is in force at a place, when rules are not the same everywhere. */
export function createLinter(rules: readonly ActiveRule[], settingAt?: SettingAt): Linter {
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
  const defined = new Map<string, EventDefinition>();
  const definition = (event: string): EventDefinition | undefined => defined.get(event);
  const owners = createStepOwners();
  const sources = new Set<string>();
  const failures: Failure[] = [];
  const findings: Located[] = [];
  let firstDocument: DocumentRef | undefined;
  let crashed = false;

  let drafts: Draft[] = [];
  let current: ActiveRule;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    const active = settingAt === undefined ? current : settingAt(current, place.document.source, place.subject.workflow);
    if (active === undefined) return;
    drafts.push({ active, report: given, place, related: (given.related ?? []).map(({ at, message }) => ({ place: resolve(at), message })) });
  };

  // Where a rule is off it still adds to what it knows of the others, and what it reports there is dropped.
  const optionsAt = (active: ActiveRule, source: string, workflow?: WorkflowRef): object =>
    settingAt === undefined ? active.options : (settingAt(active, source, workflow) ?? active).options;

  /** What a check threw becomes a finding, and the other rules go on. */
  const crash = (active: ActiveRule, error: unknown, document: DocumentRef | undefined): void => {
    crashed = true;
    if (document === undefined) return;
    drafts.push({ active: CRASH, report: crashReport(active.rule, error, document), place: { document, pointer: '', subject: {} }, related: [] });
  };

  const checkWorkflow = (workflow: Workflow): void => {
    const { ref } = workflow;
    if (workflow.summaryOnly) summaryIds.push(workflow.id);
    else {
      fullWorkflows++;
      if (workflow.id !== undefined) fullIds.add(workflow.id);
      counts.steps += workflow.steps.length;
      counts.edges += workflow.edges.length;
    }
    const graph = buildGraph(workflow);
    const context = { workflow, graph, place: placeOf, definition };
    for (const rule of workflowRules) {
      if (workflow.summaryOnly && rule.rule.summaries !== true) continue;
      const active = settingAt === undefined ? rule : settingAt(rule, workflow.document.source, ref);
      if (active === undefined) continue;
      current = active;
      try {
        active.rule.workflow?.(context, report, active.options);
      } catch (error) {
        crash(active, error, workflow.document);
      }
    }
    for (const { active, facts } of factRules) {
      if (workflow.summaryOnly && active.rule.summaries !== true) continue;
      try {
        const fact: unknown = active.rule.facts?.(context, optionsAt(active, workflow.document.source, ref));
        if (fact !== undefined) facts.push({ workflow: ref, fact, summary: workflow.summaryOnly, order: workflow.document });
      } catch (error) {
        crash(active, error, workflow.document);
      }
    }
    if (wantsOwners) owners.add(workflow);
  };

  return {
    add(document, text) {
      drafts = [];
      firstDocument ??= document.ref;
      sources.add(document.ref.source);
      ledger.note(document);
      const context = { document, duplicateKeys: () => duplicateKeysOf(document, text()) };
      for (const active of documentRules) {
        current = active;
        try {
          active.rule.document?.(context, report, optionsAt(active, document.ref.source));
        } catch (error) {
          crash(active, error, document.ref);
        }
      }
      for (const event of document.events) {
        definitions.push(event);
        if (event.name !== undefined && !defined.has(event.name)) defined.set(event.name, event);
        for (const active of eventRules) {
          current = active;
          try {
            active.rule.event?.({ event }, report, optionsAt(active, document.ref.source));
          } catch (error) {
            crash(active, error, document.ref);
          }
        }
      }
      for (const workflow of document.workflows) checkWorkflow(workflow);
      if (drafts.length > 0) for (const located of locateDrafts(drafts, text)) findings.push(located);
    },

    fail(failure, of) {
      failures.push(failure);
      ledger.noteMissing(`${failure.source}: ${failure.message}`, of);
    },

    leaveOut: ledger.noteMissing,

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
          const owner = owners.find(key);
          return owner === undefined || (owner.id === notIn.id && owner.name === notIn.name) ? undefined : (owner.name ?? owner.id);
        },
      };
      for (const active of workspaceRules) {
        if (ledger.blocks(active) !== undefined) continue;
        const facts = factRules.find((entry) => entry.active === active)?.facts ?? [];
        // The same workflow may come in list form and whole: the whole one counts.
        const counted = facts.filter(({ workflow, summary }) => !(summary && workflow.id !== undefined && fullIds.has(workflow.id)));
        counted.sort((a, b) => compareRefs(a.order, b.order));
        current = active;
        try {
          active.rule.workspace?.({ facts: counted, workspace }, report, active.options);
        } catch (error) {
          crash(active, error, firstDocument);
        }
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

function withFingerprints(located: readonly Located[]): Finding[] {
  const seen = new Map<string, number>();
  return located.map(({ draft, location, related }) => {
    const { active, report, place } = draft;
    const { workflow, step, edge, event } = place.subject;
    const scope = workflow?.id ?? workflow?.name ?? '';
    const names = report.identity === undefined ? [scope, step ?? '', edge ?? '', event ?? ''] : [report.identity];
    const parts = [active.rule.id, ...names, report.detail ?? ''];
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

function duplicateKeysOf(document: Document, text: string | undefined): readonly DuplicateKey[] {
  return text === undefined || document.form === 'broken' ? [] : findDuplicateKeys(text, document);
}

function resolve(at: At | Place): Place {
  return 'subject' in at ? at : placeOf(at);
}
