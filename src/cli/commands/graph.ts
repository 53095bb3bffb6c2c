import { join } from 'node:path';
import { plural } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { wordFailure } from '../../core/report/words.ts';
import type { Picture } from '../../features/picture/index.ts';
import { check } from '../../node/check.ts';
import { EXIT, exitCode } from '../../node/exit-code.ts';
import { makePlan } from '../../node/plan.ts';
import { readAll } from '../../node/read.ts';
import { note } from '../../node/streams.ts';
import { UserError } from '../../node/user-error.ts';
import { writeTargets } from '../../node/write.ts';
import { makeFolder, writeFileWhole } from '../../node/write-file.ts';
import { type Arguments, defineCommand } from '../command.ts';
import { loadRules } from '../load-rules.ts';
import { flag, readTargets, text, texts } from '../options.ts';
import { sourceDecoder } from '../source-decoder.ts';
import { FAIL, INPUT, RULES, requestOf, sourcesOf } from './lint.ts';

const FORMATS = ['mermaid', 'svg'];
/** In one picture. */
const MOST_WORKFLOWS = 100;

const DRAW = {
  format: { ...texts('NAME[=FILE]', 'mermaid (default), svg'), alias: 'f' },
  out: { ...text('DIR: one file a workflow, in this folder; svg unless -f says'), alias: 'o' },
  events: flag('draw which event starts which workflows instead'),
} as const;

const { events: _, ...READ } = INPUT;
const { baseline, 'allow-empty': allowEmpty } = FAIL;
const CHECK = { ...RULES, baseline } as const;
const WHAT = { ...READ, 'allow-empty': allowEmpty } as const;
const OPTIONS = { ...DRAW, ...CHECK, ...WHAT } as const;

export const graph = defineCommand({
  name: 'graph',
  describe: 'pictures of workflows, with their findings',
  usage: `edgewise graph [paths…]

Pictures of workflows, with the findings at their steps and edges. Findings do not
change the exit code.`,
  options: OPTIONS,
  groups: { 'How to draw:': DRAW, 'What to draw:': WHAT, 'Rules:': CHECK },
  run: runGraph,
});

async function runGraph(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const targets = readTargets(argv.format ?? [], FORMATS);
  const request = requestOf({ ...argv, events: [], format: [] });
  const rules = await loadRules(request.plugins);
  const plan = await makePlan(request, rules, sourceDecoder);
  const result = check(await readAll(plan, await sourcesOf(request, argv)), plan);
  await note(result.failures.map((each) => `edgewise: ${escapeText(wordFailure(each))}`));
  const { drawPictures, mermaidOf, pictureOf, pictureOfEvents } = await import(
    '../../features/picture/index.ts'
  );
  const findings = result.findings.filter(({ accepted }) => accepted === undefined);
  const workflows = result.documents
    .flatMap((document) => document.workflows)
    .filter(({ isFragment, isSummary }) => !isFragment && !isSummary);
  const print = (format: string, pictures: readonly Picture[]): string => {
    if (format === 'svg') return drawPictures(pictures);
    const diagram = mermaidOf(pictures);
    if (diagram !== undefined) return diagram;
    throw new UserError(
      'this is larger than Mermaid draws: 500 edges, 50,000 characters',
      'write -o DIR for one file a workflow, or -f svg',
    );
  };
  if (argv.out !== undefined) {
    const [{ format } = { format: 'svg' }] = targets;
    if (targets.length > 1 || targets[0]?.file !== undefined || argv.events)
      throw new UserError('-o writes one format', 'write -f svg or -f mermaid beside it');
    const { fileNameOf } = await import('../../features/live/index.ts');
    makeFolder(argv.out);
    const ending = format === 'svg' ? '.svg' : '.mmd';
    const files = new Set<string>();
    for (const [i, workflow] of workflows.entries()) {
      const { name = '', id = String(i + 1) } = workflow;
      const plain = fileNameOf(name, id).replace(/\.json$/, '');
      const file = files.has(plain) ? `${plain}-${i + 1}` : plain;
      files.add(file);
      const picture = print(format, [pictureOf(workflow, findings)]);
      writeFileWhole(join(argv.out, file + ending), [picture]);
    }
    await note([`edgewise: wrote ${plural(files.size, 'picture')}`]);
  } else {
    const shown = workflows.slice(0, MOST_WORKFLOWS);
    const left = workflows.length - shown.length;
    if (left > 0 && !argv.events)
      await note([`edgewise: ${plural(left, 'more workflow')}, not drawn; -o DIR draws each`]);
    const pictures = argv.events
      ? [pictureOfEvents(result.documents, findings)]
      : shown.map((workflow) => pictureOf(workflow, findings));
    const wanted = targets.length > 0 ? targets : [{ format: 'mermaid' }];
    if (workflows.length > 0)
      await writeTargets(wanted, argv.color, (format) => [print(format, pictures)]);
  }
  return workflows.length === 0 && result.failures.length === 0
    ? EXIT.clean
    : exitCode(result, { failOn: 'never' });
}
