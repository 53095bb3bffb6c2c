import type { Step } from '../model/nodes.ts';
import type { ResourceUses } from '../model/resource-uses.ts';
import { fromOf, TEST_DOMAIN } from '../model/sender.ts';
import { isEmail } from '../model/step-type.ts';
import type { Graph } from './graph.ts';
import { lacksAlphaSubject, resourceUsesOf } from './resource-uses.ts';

/** The fact of all rules about resources, which share it: `undefined` for a workflow that names none. */
export function resourceFactOf({
  graph,
  hasResources,
}: {
  readonly graph: Graph;
  readonly hasResources: boolean;
}): ResourceUses | undefined {
  if (!hasResources && !graph.where(isEmail).some(isFaultyAlone)) return undefined;
  const uses = resourceUsesOf(graph);
  const { emails, segments, topics, properties } = uses;
  return emails.length + segments.length + topics.length + properties.length > 0 ? uses : undefined;
}

/** Whether an email has a fault that needs no resources to be found. */
const isFaultyAlone = (step: Step): boolean =>
  lacksAlphaSubject(step) || fromOf(step)?.includes(TEST_DOMAIN) === true;
