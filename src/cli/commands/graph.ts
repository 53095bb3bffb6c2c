import { join } from 'node:path';
import type { Failure, Finding } from '../../core/model/finding.ts';
import { plural } from '../../core/model/text.ts';
import type { Document, Workflow } from '../../core/model/workflow.ts';
import type { Picture } from '../../features/picture/index.ts';
import { check } from '../../node/check.ts';
import { EXIT, exitCode } from '../../node/exit-code.ts';
import { note, noteFailures } from '../../node/streams.ts';
import { UserError } from '../../node/user-error.ts';
import { writeTargets } from '../../node/write.ts';
import { makeFolder, writeFileWhole } from '../../node/write-file.ts';
import { type Arguments, defineCommand } from '../command.ts';
import { flag, formatFlag, readTargets, text } from '../options.ts';
import { sourceDecoder } from '../parts.ts';
import { FAIL, INPUT, RULES, readInputs } from './lint.ts';

const FORMATS = ['mermaid', 'svg'];
/** In one picture. */
const MOST_WORKFLOWS = 100;

const OPTIONS = {
  format: formatFlag('mermaid (default), svg'),
  out: { ...text('DIR: one file a workflow, in this folder; svg unless -f says'), alias: 'o' },
  ...{ ...RULES, ...INPUT, baseline: FAIL.baseline, 'allow-empty': FAIL['allow-empty'] },
  events: flag('draw which event starts which workflows instead'),
} as const;

export const graph = defineCommand({
  name: 'graph',
  describe: 'pictures of workflows, with their findings',
  usage: `edgewise graph [paths…]

Pictures of workflows, with the findings at their steps and edges. Findings do
not change the exit code.`,
  options: OPTIONS,
  run: runGraph,
});

async function runGraph(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const { out, events, color } = argv;
  const targets = readTargets(argv.format, FORMATS, out === undefined ? 'mermaid' : 'svg');
  if (out !== undefined && (events || targets.length > 1 || targets[0]?.file !== undefined))
    throw new UserError('-o writes one format', 'write -f svg or -f mermaid beside it');
  const given = { ...argv, events: [] };
  const { plan, reading } = await readInputs(given, targets, { decoder: sourceDecoder });
  const result = check(reading, plan);
  const failures = [...result.failures, ...brokenIn(result.documents)];
  await noteFailures(failures);
  const { pictureOf, pictureOfEvents } = await loadPictures();
  const findings = result.findings.filter(({ accepted }) => accepted === undefined);
  const workflows = result.documents
    .flatMap((document) => document.workflows)
    .filter(({ isFragment, isSummary }) => !isFragment && !isSummary);
  if (workflows.length === 0 && failures.length === 0) {
    await note(['edgewise: no workflow with steps, so nothing is drawn']);
    return EXIT.clean;
  }
  if (out !== undefined) await writeEach(out, targets[0]?.format ?? '', workflows, findings);
  else if (workflows.length > 0) {
    const shown = events ? [] : workflows.slice(0, MOST_WORKFLOWS);
    const left = events ? 0 : workflows.length - shown.length;
    if (left > 0)
      await note([`edgewise: ${plural(left, 'more workflow')}, not drawn; -o DIR draws each`]);
    const pictures = events
      ? [pictureOfEvents(result.documents, findings)]
      : shown.map((workflow) => pictureOf(workflow, findings));
    await writeTargets(targets, color, async (format) => [await print(format, pictures)]);
  }
  return exitCode({ ...result, failures }, { failOn: 'never' });
}

/** Files that are not JSON: their workflows are not drawn. */
function brokenIn(documents: readonly Document[]): readonly Failure[] {
  const broken = documents.filter(({ form }) => form === 'broken');
  const names = new Set(broken.map(({ input }) => input.name));
  return [...names].map((source) => ({
    source,
    message: 'not JSON, so it is not drawn; "edgewise lint" shows where',
    exit: 3,
  }));
}

const loadPictures = () => import('../../features/picture/index.ts');

async function print(format: string, pictures: readonly Picture[]): Promise<string> {
  const { drawPictures, mermaidOf } = await loadPictures();
  const diagram = format === 'svg' ? drawPictures(pictures) : mermaidOf(pictures);
  if (diagram !== undefined) return diagram;
  throw new UserError(
    'this is larger than Mermaid draws: 500 edges, 50,000 characters',
    'write -o DIR for one file a workflow, or -f svg',
  );
}

async function writeEach(
  folder: string,
  format: string,
  workflows: readonly Workflow[],
  findings: readonly Finding[],
): Promise<void> {
  const { fileNameOf } = await import('../../features/live/index.ts');
  const { pictureOf } = await loadPictures();
  makeFolder(folder);
  const ending = format === 'svg' ? '.svg' : '.mmd';
  const files = new Set<string>();
  for (const [i, workflow] of workflows.entries()) {
    const { name = '', id = String(i + 1) } = workflow;
    const file = fileNameOf(name, id).replace(/\.json$/, ending);
    files.add(file);
    writeFileWhole(join(folder, file), [await print(format, [pictureOf(workflow, findings)])]);
  }
  await note([`edgewise: wrote ${plural(files.size, 'picture')}`]);
}
