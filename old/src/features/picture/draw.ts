import type { Scene } from '../../core/drawing/scene.ts';
import { printSvg, type SvgOptions } from '../../core/drawing/svg.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { Workflow } from '../../core/model/nodes.ts';
import { layOut } from './lay-out.ts';
import { pictureOf } from './picture.ts';

/** A workflow with its findings, positioned: the input of `printWorkflow`. */
export function buildScene(workflow: Workflow, findings: readonly Finding[] = []): Scene {
  return layOut(pictureOf(workflow, findings));
}

/** A workflow as SVG. */
export function printWorkflow(
  workflow: Workflow,
  findings: readonly Finding[] = [],
  options: SvgOptions = {},
): string {
  return printSvg(buildScene(workflow, findings), options);
}
