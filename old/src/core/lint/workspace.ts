import { createDefinitions, type Definitions } from '../model/definitions.ts';
import { groupBy, isCountedAmong } from '../model/groups.ts';
import { createNearNames, isSameSeries } from '../model/nearest.ts';
import type { ApiCall, Document, EventDefinition, ResourceItem } from '../model/nodes.ts';
import type { Workspace } from '../model/workspace.ts';
import {
  type CompletenessReport,
  type CompletenessState,
  evaluateCompleteness,
} from './completeness.ts';
import { compareAt } from './order.ts';
import type { Part, PartWorkflow } from './part.ts';
import { createResources } from './resources.ts';

/** What was read, and how complete it is. */
export interface WorkspaceIndex extends Workspace {
  readonly completeness: CompletenessReport;
  /** The number of workflows with steps, and of those known in list form only. */
  readonly counted: number;
  /** Whether a workflow counts: one in list form does not when its full form is there. */
  isCounted(workflow: PartWorkflow): boolean;
}

/** Everything of some documents that other documents ask for. */
interface Collections {
  readonly workflows: readonly PartWorkflow[];
  readonly definitions: readonly EventDefinition[];
  readonly resources: readonly ResourceItem[];
  readonly calls: readonly ApiCall[];
  readonly states: readonly CompletenessState[];
  /** The resources that workflows use; before they are checked, each may be used. */
  readonly used?: ReadonlySet<string>;
}

/** The workspace of documents that were not checked yet. @param state how complete they are. */
export function indexDocuments(
  documents: readonly Document[],
  state: CompletenessState,
): WorkspaceIndex {
  return buildIndex({
    workflows: documents.flatMap((document) => document.workflows.map(describeWorkflow)),
    definitions: documents.flatMap((document) => document.events),
    resources: documents.flatMap((document) => document.resources),
    calls: documents.flatMap((document) => document.calls ?? []),
    states: [state],
  });
}

/** The workspace of documents that were checked. */
export function indexParts(parts: readonly Part[]): WorkspaceIndex {
  return buildIndex({
    workflows: parts.flatMap((part) => part.workflows),
    definitions: parts.flatMap((part) => part.definitions),
    resources: parts.flatMap((part) => part.resources),
    calls: parts.flatMap(({ calls = [] }) => calls),
    states: parts.map((part) => part.completeness),
    used: new Set(parts.flatMap((part) => [...part.completeness.used])),
  });
}

export const describeWorkflow = ({
  ref: workflow,
  document,
  pointer,
  summaryOnly,
}: Document['workflows'][number]): PartWorkflow => ({ workflow, document, pointer, summaryOnly });

function buildIndex(read: Collections): WorkspaceIndex {
  const isCounted = isCountedAmong(read.workflows, ({ workflow }) => workflow.id);
  const listed = read.workflows.filter(({ summaryOnly }) => summaryOnly);
  const listForms = listed.filter(isCounted).length;
  const completeness = evaluateCompleteness(read.states, listForms, read.used);
  const resources = createResources(read.resources);
  const definitions = countedDefinitions(read.definitions.toSorted(compareAt));
  const byName = createDefinitions();
  definitions.forEach(byName.add);
  const isWhole = completeness.of('events') === 'complete';
  const onlyNear = createOnlyNear(byName);
  const built = new Map<unknown, unknown>();
  const index: WorkspaceIndex = {
    completeness,
    counted: read.workflows.length - listed.length + listForms,
    isCounted,
    workflows: completeness.of('workflows'),
    events: completeness.of('events'),
    definitions,
    calls: read.calls.toSorted(compareAt),
    definition: byName.get,
    definitionMeant: (name) =>
      byName.get(name) ??
      (isWhole && !name.startsWith(SERVICE_PREFIX) ? onlyNear(name) : undefined),
    resources: (type) => resources(type, completeness.of(type.name)),
    memoized<V>(build: (workspace: Workspace) => V): V {
      if (!built.has(build)) built.set(build, build(index));
      return built.get(build) as V;
    },
  };
  return index;
}

const SERVICE_PREFIX = 'resend:';

/** Each definition once: it can stand in a list and in a document of its own, and in copies of a file. */
function countedDefinitions(definitions: readonly EventDefinition[]): readonly EventDefinition[] {
  const byContent = groupBy(definitions, ({ id, name, schema }) =>
    id === undefined ? undefined : JSON.stringify([id, name, schema && [...schema].toSorted()]),
  );
  const copies = new Set<EventDefinition>();
  for (const [content, equal] of byContent) {
    if (content === undefined || equal.length === 1) continue;
    const counted = equal.find(({ pointer }) => pointer !== '') ?? (equal[0] as EventDefinition);
    const { source } = counted.document;
    for (const event of equal) {
      const isItem = event.pointer === '' && counted.pointer !== '';
      if (event.document.source !== source || isItem) copies.add(event);
    }
  }
  return definitions.filter((event) => !copies.has(event));
}

/** The only definition with a near name, for each of many names. */
function createOnlyNear(defined: Definitions): (name: string) => EventDefinition | undefined {
  let nearNames: ReturnType<typeof createNearNames> | undefined;
  const known = new Map<string, EventDefinition | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    nearNames ??= createNearNames(defined.all().map((definition) => definition.name as string));
    const [first, second] = nearNames(name)
      .filter((near) => near.distance === 0 || !isSameSeries(near.name, name))
      .sort((a, b) => a.distance - b.distance);
    const isOnly =
      first !== undefined && (second === undefined || first.distance < second.distance);
    const meant = isOnly ? defined.get(first.name) : undefined;
    known.set(name, meant);
    return meant;
  };
}
