import { createDefinitions } from '../model/definitions.ts';
import type { Finding, Result } from '../model/finding.ts';
import type { DocumentRef, EventDefinition, WorkflowRef } from '../model/nodes.ts';
import type { Report, Workspace } from '../rule.ts';
import { evaluateLedger } from './completeness.ts';
import { type Draft, draftOf, draftOfCrash, locateDrafts, type ReadText, resolve } from './drafts.ts';
import { withFingerprints } from './fingerprint.ts';
import { compare, compareAt, compareLocated, compareRefs } from './order.ts';
import type { Part } from './part.ts';
import { createRemake } from './remake.ts';
import { createRoll } from './roll.ts';
import type { ActiveRule, SettingAt } from './settings.ts';
import { indexOwners } from './step-owners.ts';

export interface Finish {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  /** For findings that are only known now. */
  readonly readText: ReadText;
  /** Files left out because they hold something else. */
  readonly skipped: number;
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
}

/** The result of a run of which these are all the parts: runs the rules over the whole workspace, and puts everything in order. */
export function finishRun(parts: readonly Part[], { rules, settingAt, readText, skipped, unfinished }: Finish): Result {
  const roll = createRoll(parts);
  const { summaries } = roll;
  const ledger = evaluateLedger(
    parts.map((part) => part.ledger),
    summaries,
  );
  const definitions = parts.flatMap((part) => part.definitions).sort(compareAt);
  const workspace: Workspace = {
    workflows: ledger.of('workflows'),
    events: ledger.of('events'),
    definitions,
    alike: roll.alike,
    ...lookUps(definitions, parts),
  };
  const first = firstRef(parts.flatMap((part) => part.first ?? []));
  let crashed = parts.some((part) => part.crashed);

  const failures = parts.flatMap((part) => part.failures);
  const remake = createRemake({ settingAt, readText, definition: workspace.definition, fail: (failure) => void failures.push(failure) });
  const drafts: Draft[] = [];
  for (const active of rules) {
    if (active.rule.workspace === undefined || unfinished !== undefined || ledger.blocks(active) !== undefined) continue;
    const report = (given: Report): void => {
      const place = resolve(given.at);
      const here = settingAt === undefined ? active : settingAt(active, place.document.source, place.subject.workflow);
      if (here !== undefined) drafts.push(draftOf(here, given, place));
    };
    try {
      active.rule.workspace({ facts: roll.factsOf(active, remake), notes: notesOf(active.rule.id, parts), workspace }, report, active.options);
    } catch (error) {
      crashed = true;
      if (first !== undefined) drafts.push(draftOfCrash(active, error, first));
    }
  }

  const located = [...parts.flatMap((part) => part.findings), ...locateDrafts(drafts, readText)].sort(compareLocated);
  const findings = withFingerprints(located);
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  const sum = (of: keyof Part['counts']) => parts.reduce((total, { counts }) => total + counts[of], 0);
  const sources = union(parts.map((part) => part.sources));
  return {
    summary: {
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: 0,
      baselined: 0,
      sources: sources.size,
      workflows: roll.workflows + summaries,
      steps: sum('steps'),
      edges: sum('edges'),
      events: definitions.length,
    },
    complete: failures.length === 0 && !crashed,
    notChecked: [
      ...(unfinished === undefined ? ledger.notChecked(rules) : rules.filter(isOfWhole).map(({ rule }) => ({ rule: rule.id, reason: unfinished }))),
      ...rules.flatMap(({ rule, idle }) => (idle === undefined ? [] : { rule: rule.id, reason: idle })),
    ],
    failures: failures.sort((a, b) => compare(a.source, b.source) || compare(a.message, b.message)),
    findings,
    sources: [...sources].sort(compare),
    skipped,
    faultyWorkflows: new Set(located.flatMap(({ subject: { workflow } }) => (workflow === undefined ? [] : `${workflow.id} ${workflow.name}`))).size,
    crashed,
  };
}

const isOfWhole = ({ rule }: ActiveRule): boolean => rule.workspace !== undefined;

/** The smallest by source and position. */
export function firstRef(refs: readonly DocumentRef[]): DocumentRef | undefined {
  return refs.reduce<DocumentRef | undefined>((first, ref) => (first === undefined || compareRefs(ref, first) < 0 ? ref : first), undefined);
}

function lookUps(definitions: readonly EventDefinition[], parts: readonly Part[]): Pick<Workspace, 'definition' | 'ownerOfStep'> {
  const byName = createDefinitions();
  definitions.forEach(byName.add);
  const ownerOf = indexOwners(() => parts.map(({ register, owners }) => ({ register, owners: owners() })));
  return {
    definition: byName.get,
    ownerOfStep(key: string, notIn: WorkflowRef) {
      const owner = ownerOf(key);
      return owner === undefined || (owner.id === notIn.id && owner.name === notIn.name) ? undefined : (owner.name ?? owner.id);
    },
  };
}

function notesOf(rule: string, parts: readonly Part[]): ReadonlySet<string> {
  return union(parts.map(({ notes }) => notes.get(rule) ?? NONE));
}

const NONE: ReadonlySet<never> = new Set();

function union<T>(sets: readonly ReadonlySet<T>[]): ReadonlySet<T> {
  return sets.length === 1 ? (sets[0] as ReadonlySet<T>) : new Set(sets.flatMap((set) => [...set]));
}
