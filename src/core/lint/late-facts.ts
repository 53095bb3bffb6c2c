import { parseDocument } from '../document/parse.ts';
import { buildRecoveredGraph } from '../graph/graph.ts';
import { createDefinitions } from '../model/definitions.ts';
import { groupBy } from '../model/groups.ts';
import type { Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import { resourceTypeOf } from '../resources/registry.ts';
import { readsResources } from './completeness.ts';
import type { ReadText } from './drafts.ts';
import { ownerOfFacts, type Part, type PartFacts, type PartWorkflow } from './part.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';

interface LateFacts {
  readonly part: Part;
  /** Workflows that cannot be read again. */
  readonly unread: number;
}

/** Whether any part read a resource. */
export const haveResources = (parts: readonly Part[]): boolean =>
  parts.some(
    ({ resources, completeness: { listed } }) =>
      resources.length > 0 || [...listed].some((name) => resourceTypeOf(name) !== undefined),
  );

/**
 * The facts about resources of the workflows that came before the first resource. They are not kept while there is none, since most
 * runs have none; so their documents are read again.
 */
export function collectLateFacts(
  part: Part,
  rules: readonly ActiveRule[],
  settingAt: SettingAt | undefined,
  readText: ReadText,
): LateFacts {
  const ids = new Set(
    rules.flatMap(({ rule }) =>
      readsResources(rule) && rule.facts !== undefined ? ownerOfFacts(rule, rules) : [],
    ),
  );
  const owners = rules.filter(({ rule }) => ids.has(rule.id));
  const rows = part.workflows.slice(0, part.factless).flatMap((known, row) => ({ known, row }));
  const waiting = rows.filter(({ known }) => !known.summaryOnly);
  if (owners.length === 0 || waiting.length === 0) return { part, unread: 0 };
  const facts = new Map(part.facts);
  const late = owners.map((active) => ({ active, rows: [] as number[], facts: [] as unknown[] }));
  let unread = 0;
  const { get: definition } = createDefinitions();
  for (const group of groupBy(waiting, ({ known }) => known.document).values()) {
    const workflows = readAgain((group[0] as { known: PartWorkflow }).known, readText);
    for (const { known, row } of group) {
      const workflow = workflows.get(known.pointer);
      if (workflow === undefined) {
        unread++;
        continue;
      }
      const graph = buildRecoveredGraph(workflow);
      const context = { workflow, graph, place: placeOf, definition, hasResources: true };
      for (const { active, ...own } of late) {
        const options = optionsAt(settingAt, active, known.document.source, known.workflow);
        const fact: unknown = active.rule.facts?.(context, options);
        if (fact === undefined) continue;
        own.rows.push(row);
        own.facts.push(fact);
      }
    }
  }
  for (const { active, ...own } of late) {
    const { id } = active.rule;
    facts.set(id, join(own, part.facts.get(id)));
  }
  return { part: { ...part, facts }, unread };
}

function readAgain({ document }: PartWorkflow, readText: ReadText): ReadonlyMap<string, Workflow> {
  const text = readText(document);
  const again = typeof text === 'string' ? parseDocument(text, document) : text?.document;
  const workflows = again?.workflows ?? [];
  return new Map(workflows.map((workflow) => [workflow.pointer, workflow]));
}

/** The facts that were collected late, and those that were collected at once. */
function join(late: PartFacts, kept: PartFacts | undefined): PartFacts {
  const again = new Set(late.rows);
  const rows = [...late.rows];
  const facts = [...late.facts];
  for (const [i, row] of kept?.rows.entries() ?? []) {
    if (again.has(row)) continue;
    rows.push(row);
    facts.push(kept?.facts[i]);
  }
  return { rows, facts };
}
