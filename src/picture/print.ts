import { buildGraph } from '../graph/graph.ts';
import type { Finding } from '../model/finding.ts';
import type { Step, Workflow } from '../model/nodes.ts';
import type { Focus } from './choose.ts';
import { layOut } from './lay-out.ts';
import { printMermaid } from './mermaid.ts';
import { type Picture, pictureOf } from './picture.ts';
import { printSheet } from './svg.ts';

/** A picture of a workflow, of all of it or of what is near a step. */
export function pictureOfWorkflow(workflow: Workflow, findings: readonly Finding[], focus?: Focus): Picture {
  return pictureOf(buildGraph(workflow), { findings, focus });
}

/** The step of a key, or the third for `#3`. */
export function findStep(workflow: Workflow, name: string): Step | undefined {
  const number = /^#(\d{1,6})$/.exec(name)?.[1];
  return buildGraph(workflow).resolve(name) ?? (number === undefined ? undefined : workflow.steps[Number(number) - 1]);
}

/** Sorts the findings of a run by workflow once, and then tells those a picture shows: its own, and those that name a part of it. */
export function sortFindings(findings: readonly Finding[]): (workflow: Workflow) => readonly Finding[] {
  const bySource = new Map<string, Finding[]>();
  for (const finding of findings) {
    const sources = new Set([finding.location.source, ...finding.related.map(({ location }) => location.source)]);
    for (const source of sources) {
      const others = bySource.get(source);
      if (others === undefined) bySource.set(source, [finding]);
      else others.push(finding);
    }
  }
  return (workflow) => bySource.get(workflow.document.source) ?? [];
}

export function printSvgs(pictures: readonly Picture[]): string {
  return printSheet(pictures.map(layOut));
}

export function printMermaids(pictures: readonly Picture[]): string {
  return printMermaid(pictures, { titled: true });
}

export { printDot } from './dot.ts';
export { eventMap, eventUseOf } from './event-map.ts';
