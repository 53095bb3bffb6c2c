import type { Scene } from '../../core/drawing/scene.ts';
import { printSvg, type SvgOptions } from '../../core/drawing/svg.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { Workflow } from '../../core/model/nodes.ts';
import type { Focus } from './drawn-steps.ts';
import { layOut } from './lay-out.ts';
import { pictureOf } from './picture.ts';

export interface DrawOptions extends SvgOptions {
  readonly focus?: Focus | undefined;
}

/** A workflow with its findings, positioned: the input of `printWorkflow`. */
export function buildScene(
  workflow: Workflow,
  findings: readonly Finding[] = [],
  { focus }: DrawOptions = {},
): Scene {
  return layOut(pictureOf(workflow, findings, focus));
}

/** A workflow as SVG. */
export function printWorkflow(
  workflow: Workflow,
  findings: readonly Finding[] = [],
  options: DrawOptions = {},
): string {
  return printSvg(buildScene(workflow, findings, options), options);
}
