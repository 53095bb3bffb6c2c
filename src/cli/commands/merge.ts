import { FORMATS } from '../../core/report/formats.ts';
import { MOST_FINDINGS } from '../../node/plan.ts';
import { UserError } from '../../node/user-error.ts';
import { writeMerged } from '../../node/write.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { loadRules } from '../load-rules.ts';
import { mergeReports } from '../merge.ts';
import { flag, readCount, readTargets, text, texts } from '../options.ts';

const FORMAT_NAMES = [...FORMATS.keys()];

const OPTIONS = {
  format: { ...texts('NAME[=FILE]', FORMAT_NAMES.join(', ')), alias: 'f' },
  quiet: flag('show errors only; counts stay the same'),
  'max-findings': text('N: groups of findings that text prints; 0: all'),
  'show-suppressed': flag('list accepted findings too'),
} as const;

export const merge = defineCommand({
  name: 'merge',
  describe: 'the JSON reports of many accounts as one report',
  usage: 'edgewise merge REPORT.json…',
  options: OPTIONS,
  run: runMerge,
});

async function runMerge(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const files = wordsOf(argv);
  if (files.length === 0)
    throw new UserError('merge needs reports', 'such as edgewise merge reports/*.json');
  const targets = readTargets(argv.format ?? [], FORMAT_NAMES);
  const { result, ...context } = await mergeReports(files);
  const named = new Set(result.findings.map(({ rule }) => rule));
  const { rules } = await loadRules([]);
  const most = argv['max-findings'];
  const view = {
    isQuiet: argv.quiet === true,
    showsAccepted: argv['show-suppressed'] === true,
    maxFindings: most === undefined ? MOST_FINDINGS : readCount('--max-findings', most),
    ...(argv.color !== undefined && { color: argv.color }),
  };
  await writeMerged(result, targets, view, {
    ...context,
    rules: rules.filter(({ id }) => named.has(id)),
  });
  return context.exitCode;
}
