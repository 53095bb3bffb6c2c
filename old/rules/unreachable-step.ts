import type { Graph } from '../src/core/graph/graph.ts';
import {
  canConnect,
  type MissingLink,
  missingLinks,
  reversedEdge,
} from '../src/core/graph/likely-edges.ts';
import { type UnreachableRegion, unreachableRegions } from '../src/core/graph/regions.ts';
import { hasUnreadableLink } from '../src/core/model/config.ts';
import { connectFix, reverseFix } from '../src/core/model/fix.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, nameOf, neverSent, quote } from '../src/core/model/label.ts';
import type { Edge, Step, Workflow } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isEmail, isFork, isTrigger } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'Steps that no path from the trigger leads to.',
  why: 'These steps never run, so their emails are never sent and their changes are never made.',
  remedy: 'Connect the first of them to a step that is reached, or remove them.',
  whenOff: 'While you draft a workflow and its parts are not connected yet.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges || graph.where(isTrigger).length === 0) return;
    // A link that cannot be read has its own finding.
    if (workflow.steps.some(hasUnreadableLink)) return;
    const regions = unreachableRegions(graph);
    if (regions.length === 0) return;
    const isNothingReached = workflow.steps.every(
      (step) => isTrigger(step) || !graph.isReachable(step),
    );
    const causes = graph.unresolvedEdges.map((edge) => causeAt(edge, graph)).slice(0, 20);
    const first = causes[0];
    const links = missingLinks(graph);
    const reversed = reversedEdge(graph);
    const cause = first?.key ? `correct the unknown step ${quote(first.key)} first` : undefined;
    const lost = graph.unresolvedEdges.filter(({ from, to }) => (from ?? to) === undefined).length;
    for (const region of isNothingReached ? [unite(regions)] : regions) {
      const [start, ...others] = region.steps;
      report({
        at: start,
        fingerprintKey: { names: groupIdentity(workflow, lowestKey(region.start)) },
        message: describe(region, graph),
        help:
          cause ??
          (reversed !== undefined
            ? adviseReversal(reversed, graph)
            : isNothingReached
              ? connectTrigger(regions[0] as UnreachableRegion, regions.length === 1, graph)
              : helpFor(links.get(start))),
        fixes:
          cause !== undefined
            ? undefined
            : reversed !== undefined
              ? reverseFix(reversed)
              : isNothingReached
                ? undefined
                : fixOf(links.get(start), workflow),
        explainedBy: isBehindRemoved(regions, graph)
          ? 'dangling-edge'
          : isIntoTrigger(reversed, graph)
            ? 'trigger-has-incoming'
            : lost >= regions.length || region.start.every(({ key }) => key === undefined)
              ? 'invalid-shape'
              : workflow.status === 'enabled' &&
                  causes.length === 0 &&
                  links.get(start)?.isTimeout === true
                ? 'missing-timeout-branch'
                : undefined,
        consequence: neverSent(region.steps.filter(isEmail).length),
        related: [
          ...causes,
          ...others.map((step) => ({ at: step, message: `${labelOf(step)} is unreachable too` })),
        ],
      });
    }
  },
});

/** All steps as one region, in array order. */
function unite(regions: readonly UnreachableRegion[]): UnreachableRegion {
  const [first, ...others] = regions
    .flatMap(({ steps }) => steps)
    .toSorted((a, b) => a.index - b.index) as [Step, ...Step[]];
  return { steps: [first, ...others], start: [first, ...others] };
}

/** Whether the only wrong key is that of a removed step, which led to all steps that are not reached. */
function isBehindRemoved(regions: readonly UnreachableRegion[], graph: Graph): boolean {
  const edges = graph.unresolvedEdges;
  const keys = new Set(
    edges.flatMap(({ from, to }) =>
      [from, to].filter((key) => key === undefined || graph.resolve(key) === undefined),
    ),
  );
  const [key] = keys;
  if (keys.size !== 1 || !key?.trim()) return false;
  const isReached = edges.some((edge) => graph.isReachable(graph.source(edge) as Step));
  const next = new Set(edges.map((edge) => graph.target(edge)));
  return isReached && regions.every(({ start }) => start.some((step) => next.has(step)));
}

const lowestKey = (steps: readonly Step[]): string | undefined =>
  steps.flatMap(({ key }) => key ?? []).toSorted()[0];

function causeAt(edge: Edge, graph: Graph) {
  const end = graph.source(edge) === undefined ? 'from' : 'to';
  const key = edge[end]?.trim();
  if (key === undefined)
    return {
      at: edge,
      key,
      message: `likely cause: ${edgeNounOf(graph.workflow)} without "${end}"`,
    };
  const what = key === '' ? `blank "${end}"` : `unknown step ${quote(key)}`;
  return { at: [edge, end] as const, key, message: `likely cause: ${what}` };
}

function describe({ steps: [first, ...others] }: UnreachableRegion, graph: Graph): string {
  if (others.length > 0)
    return `${others.length + 1} steps are unreachable, starting at ${labelOf(first)}`;
  const isLoop = graph.incoming(first).length > 0;
  const noun = edgeNounOf(graph.workflow);
  return `${labelOf(first)} is unreachable: ${isLoop ? `only its own ${noun} leads` : `no ${noun} leads`} to it`;
}

const isIntoTrigger = (edge: Edge | undefined, graph: Graph): boolean =>
  edge !== undefined && isTrigger(graph.target(edge) as Step);

const adviseReversal = (edge: Edge, graph: Graph): string =>
  `exchange the ends of the ${edgeNounOf(graph.workflow)} from ${nameOf(graph.source(edge) as Step)} to ${nameOf(graph.target(edge) as Step)}`;

/** @param isOne whether one edge is enough. */
function connectTrigger(
  { steps: [first] }: UnreachableRegion,
  isOne: boolean,
  graph: Graph,
): string {
  const trigger = graph.where(isTrigger).find((step) => graph.isReachable(step));
  const noun = edgeNounOf(graph.workflow);
  if (
    !isOne ||
    trigger?.key === undefined ||
    first.key === undefined ||
    !canConnect({ from: trigger, to: first, type: undefined }, graph)
  )
    return `connect the trigger${isOne ? '' : ' and the other steps'}`;
  return `connect the trigger: add a ${noun} from ${quote(trigger.key)} to ${quote(first.key)}`.replace(
    'a edge',
    'an edge',
  );
}

function helpFor(link: MissingLink | undefined): string | undefined {
  if (link === undefined) return undefined;
  const { from, type, to } = link;
  if (!link.isSound) return `connect ${nameOf(to)}, and check what follows it`;
  if (isFork(from) && type !== undefined)
    return `connect the "${type}" branch of ${nameOf(from)} to ${nameOf(to)}`;
  return isFork(from)
    ? `nothing follows ${nameOf(from)}: connect one of its branches`
    : `nothing follows ${nameOf(from)}: connect it to ${nameOf(to)}`;
}

const fixOf = (link: MissingLink | undefined, workflow: Workflow) =>
  link?.isSound !== true || (isFork(link.from) && link.type === undefined)
    ? undefined
    : connectFix(workflow, link);
