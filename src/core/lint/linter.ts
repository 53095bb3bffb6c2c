import type { AnyRule, FactsContext, Report } from '../../rule.ts';
import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import { buildRecoveredGraph } from '../graph/graph.ts';
import { readsOf } from '../graph/reads.ts';
import { createDefinitions } from '../model/definitions.ts';
import type { Failure, Result } from '../model/finding.ts';
import type {
  ApiCall,
  Document,
  DocumentRef,
  DuplicateKey,
  EventDefinition,
  Workflow,
} from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { ResourceItem } from '../model/resource.ts';
import { resourceTypeOf } from '../resources/registry.ts';
import { createCompletenessTracker, readsResources, type Selection } from './completeness.ts';
import {
  type Draft,
  draftOf,
  draftOfCrash,
  locateDrafts,
  type ReadText,
  resolve,
} from './drafts.ts';
import { finishParts } from './finish.ts';
import {
  DOCUMENTS_LIMIT,
  FINDINGS_LIMIT,
  TOO_MANY_DOCUMENTS,
  TOO_MANY_FINDINGS,
} from './limits.ts';
import { compareRefs } from './order.ts';
import { type Located, ownerOfFacts, type Part, type PartWorkflow } from './part.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';
import { createStepOwners } from './step-owners.ts';

/** Keeps facts and findings of each document only, so memory does not grow with their size. */
export interface Linter {
  /**
   * Checks one document. `text` is called only for findings.
   * @param isWhole check the document itself, not only its workflows and events.
   */
  add(document: Document, text: () => ReturnType<ReadText>, isWhole?: boolean): void;
  /** A document that is checked elsewhere. */
  learn(document: Document): void;
  /** @param of the collection that it would have contained, if known. */
  fail(failure: Failure, of?: string): void;
  /** Items left out on purpose. */
  leaveOut(what: string, of: string): void;
  /** Some workflows come from such files. */
  addWorkflowsFrom(selection: Selection): void;
  /** A limit was exceeded: that is a failure, and nothing more is checked. */
  isFull(): boolean;
  /** The data of these documents, for a run with other parts. */
  part(): Part;
  /** Runs the workspace rules; these are all documents. */
  finish(readText: ReadText): Result;
}

/** A hook of a rule, looked up once: rules have many shapes, and property access on them is slow. */
interface WorkflowHook<H extends 'workflow' | 'facts'> {
  readonly active: ActiveRule;
  readonly hook: NonNullable<AnyRule[H]>;
  readonly summaries: boolean;
}

/**
 * @param settingAt given when settings differ by place.
 * @param expectsResources they will be read, if only after the workflows.
 */
export function createLinter(
  rules: readonly ActiveRule[],
  settingAt?: SettingAt,
  expectsResources = false,
): Linter {
  const having = (hook: keyof AnyRule) => rules.filter(({ rule }) => rule[hook] !== undefined);
  const documentRules = having('document');
  const eventRules = having('event');
  const callRules = having('call');
  const hooksOf = <H extends 'workflow' | 'facts'>(name: H): readonly WorkflowHook<H>[] =>
    having(name).map((active) => ({
      active,
      hook: active.rule[name] as NonNullable<AnyRule[H]>,
      summaries: active.rule.summaries === true,
    }));
  const workflowHooks = hooksOf('workflow');
  const factHooks = hooksOf('facts')
    .filter(({ active: { rule } }) => ownerOfFacts(rule, rules) === rule.id)
    .map((each) => ({ ...each, rows: [] as number[], facts: [] as unknown[] }));
  const wantsOwners = rules.some(({ rule }) => rule.stepOwners === true);
  const wantsUses = rules.some(({ rule }) => readsResources(rule));

  const counts = { steps: 0, edges: 0 };
  const workflows: PartWorkflow[] = [];
  const completeness = createCompletenessTracker();
  const definitions: EventDefinition[] = [];
  const resources: ResourceItem[] = [];
  const calls: ApiCall[] = [];
  const defined = createDefinitions();
  let factless: number | undefined = expectsResources ? 0 : undefined;
  const learn = ({ events, resources: items, lists }: Document): void => {
    events.forEach(defined.add);
    if (factless !== undefined) return;
    if (items.length > 0 || lists.some(({ of }) => resourceTypeOf(of) !== undefined))
      factless = workflows.length;
  };
  const owners = createStepOwners();
  const sources = new Set<string>();
  const failures: Failure[] = [];
  const findings: Located[] = [];
  let first: DocumentRef | undefined;
  let crashed = false;
  let documents = 0;
  let isFull = false;

  const fail: Linter['fail'] = (failure, of) => {
    failures.push(failure);
    completeness.addMissing(`${failure.source} could not be read`, of);
  };
  const stop = ({ source }: DocumentRef, message: string): void => {
    if (!isFull) fail({ source, message, refused: true });
    isFull = true;
  };

  let drafts: Draft[] = [];
  let current: ActiveRule;
  const report = (given: Report): void => {
    const place = resolve(given.at);
    if (findings.length + drafts.length === FINDINGS_LIMIT) {
      stop(place.document, TOO_MANY_FINDINGS);
      return;
    }
    const active =
      settingAt === undefined
        ? current
        : settingAt(current, place.document.source, place.subject.workflow);
    if (active === undefined) return;
    drafts.push(draftOf(active, given, place));
  };

  const crash = (active: ActiveRule, error: unknown, document: DocumentRef): void => {
    crashed = true;
    drafts.push(draftOfCrash(active, error, document));
  };

  const ask = <H extends 'document' | 'event' | 'call'>(
    name: H,
    asked: readonly ActiveRule[],
    { ref }: Document,
    context: Parameters<NonNullable<AnyRule[H]>>[0],
  ): void => {
    for (const active of asked) {
      const hook = active.rule[name] as (...given: unknown[]) => void;
      current = active;
      try {
        hook(context, report, optionsAt(settingAt, active, ref.source));
      } catch (error) {
        crash(active, error, ref);
      }
    }
  };

  const checkWorkflow = (workflow: Workflow): void => {
    const { ref, document, pointer, summaryOnly } = workflow;
    const row = workflows.length;
    const known = { workflow: ref, document, pointer, summaryOnly };
    workflows.push(known);
    counts.steps += workflow.steps.length;
    counts.edges += workflow.edges.length;
    const graph = buildRecoveredGraph(workflow);
    const context: FactsContext = {
      workflow,
      graph,
      place: placeOf,
      definition: defined.get,
      hasResources: factless !== undefined,
    };
    for (let i = 0; i < workflowHooks.length; i++) {
      const { active: asked, hook, summaries } = workflowHooks[i] as WorkflowHook<'workflow'>;
      if (summaryOnly && !summaries) continue;
      const active = settingAt === undefined ? asked : settingAt(asked, document.source, ref);
      if (active === undefined) continue;
      current = active;
      try {
        hook(context, report, active.options);
      } catch (error) {
        crash(active, error, document);
      }
    }
    for (let i = 0; i < factHooks.length; i++) {
      const { active, hook, summaries, rows, facts } = factHooks[i] as (typeof factHooks)[number];
      if (summaryOnly && !summaries) continue;
      try {
        const fact: unknown = hook(context, optionsAt(settingAt, active, document.source, ref));
        if (fact === undefined) continue;
        rows.push(row);
        // The copy has no spare capacity.
        facts.push(Array.isArray(fact) ? fact.slice() : fact);
      } catch (error) {
        crash(active, error, document);
      }
    }
    if (wantsOwners) owners.add(known, workflow.steps);
    if (wantsUses) completeness.addUses(workflow.steps, () => readsOf(graph));
  };

  const part = (): Part => ({
    workflows,
    facts: new Map(factHooks.map(({ active, rows, facts }) => [active.rule.id, { rows, facts }])),
    findings,
    definitions,
    resources,
    ...(calls.length > 0 && { calls }),
    factless: factless ?? workflows.length,
    completeness: completeness.state,
    stepOwners: owners.kept(),
    counts,
    sources,
    failures,
    first,
    crashed,
  });

  return {
    add(document, text, isWhole = true) {
      drafts = [];
      if (++documents > DOCUMENTS_LIMIT) stop(document.ref, TOO_MANY_DOCUMENTS);
      if (isFull) return;
      if (first === undefined || compareRefs(document.ref, first) < 0) first = document.ref;
      sources.add(document.ref.source);
      completeness.add(document);
      const duplicateKeys = () => duplicateKeysOf(document, text());
      if (isWhole) ask('document', documentRules, document, { document, duplicateKeys });
      learn(document);
      for (const resource of document.resources) resources.push(resource);
      for (const event of document.events) {
        definitions.push(event);
        ask('event', eventRules, document, { event });
      }
      for (const call of document.calls ?? []) {
        calls.push(call);
        ask('call', callRules, document, { call });
      }
      for (const workflow of document.workflows) checkWorkflow(workflow);
      if (drafts.length > 0)
        for (const located of locateDrafts(drafts, text)) findings.push(located);
    },

    fail,

    isFull: () => isFull,

    leaveOut: completeness.addMissing,

    addWorkflowsFrom: completeness.addWorkflowsFrom,

    learn,

    part,

    finish: (readText) => finishParts([part()], { rules, settingAt, readText, skipped: [] }),
  };
}

function duplicateKeysOf(document: Document, text: ReturnType<ReadText>): readonly DuplicateKey[] {
  return typeof text !== 'string' || document.form === 'broken'
    ? []
    : findDuplicateKeys(text, document);
}
