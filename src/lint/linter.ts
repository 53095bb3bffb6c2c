import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import { buildGraph } from '../graph/graph.ts';
import { createDefinitions } from '../model/definitions.ts';
import type { Failure, Result } from '../model/finding.ts';
import type { Document, DocumentRef, DuplicateKey, EventDefinition, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { AnyRule, FactsContext, Report } from '../rule.ts';
import { createLedger } from './completeness.ts';
import { type Draft, draftOf, draftOfCrash, locateDrafts, type ReadText, resolve } from './drafts.ts';
import { createFactKeeper } from './fact-keeper.ts';
import { finishRun } from './finish.ts';
import { compareRefs } from './order.ts';
import type { Located, Part } from './part.ts';
import { createRegister } from './register.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';
import { createStepOwners } from './step-owners.ts';

/** Takes documents one by one and holds on to facts and findings only, so memory does not grow with their number. */
export interface Linter {
  /**
   * Checks one document. `text` is asked for only when there are findings to be given a line.
   * @param isWhole whether the document itself is to be checked, or only what is in it.
   * @param canReturn whether its text can be had again at the end: some facts are then made only when they are needed.
   */
  add(document: Document, text: () => string | undefined, isWhole?: boolean, canReturn?: boolean): void;
  /** Definitions that facts may count on, and that are checked elsewhere. */
  learn(definitions: readonly EventDefinition[]): void;
  /** Those that facts may count on by now, the first of each name. */
  known(): readonly EventDefinition[];
  /** Something that was asked for and could not be read, and what it would have held, when that is known. */
  fail(failure: Failure, of?: 'workflows' | 'events'): void;
  /** Items that were left out on purpose. */
  leaveOut(what: string, of: 'workflows' | 'events'): void;
  /** What is known of these documents, for a run that has other parts. */
  part(): Part;
  /** Runs the checks over the whole workspace, when these are all its documents. */
  finish(readText: ReadText, skipped: number): Result;
}

interface WorkflowCheck {
  readonly active: ActiveRule;
  readonly check: NonNullable<AnyRule['workflow']>;
  readonly summaries: boolean;
}

/**
 * @param settingAt the rule as it is in force at a place, when rules are not the same everywhere.
 * @param known the definitions that facts may count on, when those that happen to be added before must not matter.
 */
export function createLinter(rules: readonly ActiveRule[], settingAt?: SettingAt, known?: readonly EventDefinition[]): Linter {
  const having = (hook: keyof AnyRule) => rules.filter(({ rule }) => rule[hook] !== undefined);
  const documentRules = having('document');
  const eventRules = having('event');
  // The functions are taken out of the rules once: rules have many shapes, and looking into each for every workflow would cost
  // more than most of them do.
  const workflowChecks = having('workflow').map(
    (active): WorkflowCheck => ({ active, check: active.rule.workflow as WorkflowCheck['check'], summaries: active.rule.summaries === true }),
  );
  const wantsOwners = rules.some(({ rule }) => rule.stepOwners === true);

  const counts = { steps: 0, edges: 0 };
  const register = createRegister();
  const ledger = createLedger();
  const definitions: EventDefinition[] = [];
  const defined = createDefinitions();
  const learn = (events: readonly EventDefinition[]): void => {
    if (known === undefined) events.forEach(defined.add);
  };
  known?.forEach(defined.add);
  const definition = defined.get;
  const owners = createStepOwners(register);
  const sources = new Set<string>();
  const failures: Failure[] = [];
  const findings: Located[] = [];
  let first: DocumentRef | undefined;
  let crashed = false;

  let drafts: Draft[] = [];
  let current: ActiveRule;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    const active = settingAt === undefined ? current : settingAt(current, place.document.source, place.subject.workflow);
    if (active === undefined) return;
    drafts.push(draftOf(active, given, place));
  };

  const crash = (active: ActiveRule, error: unknown, document: DocumentRef): void => {
    crashed = true;
    drafts.push(draftOfCrash(active, error, document));
  };

  const keeper = createFactKeeper(having('facts'), settingAt, crash);

  const checkWorkflow = (workflow: Workflow, canReturn: boolean): void => {
    const { ref } = workflow;
    const row = register.add(workflow);
    counts.steps += workflow.steps.length;
    counts.edges += workflow.edges.length;
    const graph = buildGraph(workflow);
    const context: FactsContext = { workflow, graph, place: placeOf, definition, about: keeper.about, note: keeper.note };
    for (let i = 0; i < workflowChecks.length; i++) {
      const { active: asked, check, summaries } = workflowChecks[i] as WorkflowCheck;
      if (workflow.summaryOnly && !summaries) continue;
      const active = settingAt === undefined ? asked : settingAt(asked, workflow.document.source, ref);
      if (active === undefined) continue;
      current = active;
      try {
        check(context, report, active.options);
      } catch (error) {
        crash(active, error, workflow.document);
      }
    }
    keeper.keep(context, row, canReturn);
    if (wantsOwners) owners.add(workflow, row);
  };

  const part = (): Part => ({
    register,
    ...keeper.kept(),
    findings,
    definitions,
    ledger: ledger.state,
    owners: owners.kept,
    counts,
    sources,
    failures,
    first,
    crashed,
  });

  return {
    add(document, text, isWhole = true, canReturn = false) {
      drafts = [];
      if (first === undefined || compareRefs(document.ref, first) < 0) first = document.ref;
      sources.add(document.ref.source);
      ledger.note(document);
      const context = { document, duplicateKeys: () => duplicateKeysOf(document, text()) };
      for (const active of isWhole ? documentRules : []) {
        current = active;
        try {
          active.rule.document?.(context, report, optionsAt(settingAt, active, document.ref.source));
        } catch (error) {
          crash(active, error, document.ref);
        }
      }
      learn(document.events);
      for (const event of document.events) {
        definitions.push(event);
        for (const active of eventRules) {
          current = active;
          try {
            active.rule.event?.({ event }, report, optionsAt(settingAt, active, document.ref.source));
          } catch (error) {
            crash(active, error, document.ref);
          }
        }
      }
      for (const workflow of document.workflows) checkWorkflow(workflow, canReturn);
      if (drafts.length > 0) for (const located of locateDrafts(drafts, text)) findings.push(located);
    },

    fail(failure, of) {
      failures.push(failure);
      ledger.noteMissing(`${failure.source}: ${failure.message}`, of);
    },

    leaveOut: ledger.noteMissing,

    learn,

    known: defined.all,

    part,

    finish: (readText, skipped) => finishRun([part()], { rules, settingAt, readText, skipped }),
  };
}

function duplicateKeysOf(document: Document, text: string | undefined): readonly DuplicateKey[] {
  return text === undefined || document.form === 'broken' ? [] : findDuplicateKeys(text, document);
}
