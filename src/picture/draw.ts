import { buildGraph } from '../graph/graph.ts';
import type { Finding } from '../model/finding.ts';
import type { Workflow } from '../model/nodes.ts';
import type { Focus } from './choose.ts';
import { layOut } from './lay-out.ts';
import { pictureOf } from './picture.ts';
import type { Scene } from './scene.ts';
import { printSvg, type SvgOptions } from './svg.ts';

export interface DrawOptions extends SvgOptions {
  readonly focus?: Focus | undefined;
}

/** A workflow and its findings, each in its place: what `drawWorkflow` prints. */
export function sceneOf(workflow: Workflow, findings: readonly Finding[] = [], options: Pick<DrawOptions, 'focus'> = {}): Scene {
  return layOut(pictureOf(buildGraph(workflow), { focus: options.focus, findings }));
}

/** A workflow as SVG. @param findings those of a run, or what `findingsOf` picks of them. */
export function drawWorkflow(workflow: Workflow, findings: readonly Finding[] = [], options: DrawOptions = {}): string {
  return printSvg(sceneOf(workflow, findings, options), options);
}

export { findingsOf } from './marks.ts';
export { PICTURE_STYLE } from './style.ts';
export { printSvg } from './svg.ts';
