import { FORMATS } from '../../core/report/formats.ts';
import { viewOf } from '../../node/plan.ts';
import { UserError } from '../../node/user-error.ts';
import { refuseFiles, writeReports } from '../../node/write.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { findReports, mergeReports } from '../merge.ts';
import { formatFlag, readTargets } from '../options.ts';
import { loadRules } from '../parts.ts';
import { REPORT, requestOf } from './lint.ts';

const FORMAT_NAMES = [...FORMATS.keys()];

const OPTIONS = {
  format: formatFlag(FORMAT_NAMES.join(', ')),
  quiet: REPORT.quiet,
  'max-findings': REPORT['max-findings'],
  'show-suppressed': REPORT['show-suppressed'],
} as const;

export const merge = defineCommand({
  name: 'merge',
  describe: 'the JSON reports of many accounts as one report',
  usage: `edgewise merge REPORT.json…

Files, folders and patterns of reports; - is one report on standard input.`,
  options: OPTIONS,
  run: runMerge,
});

async function runMerge(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const paths = wordsOf(argv);
  if (paths.length === 0)
    throw new UserError('merge needs reports', 'such as edgewise merge reports/*.json');
  const targets = readTargets(argv.format, FORMAT_NAMES);
  const files = await findReports(paths);
  refuseFiles(targets, files);
  const { result, ...context } = await mergeReports(files);
  const named = new Set(result.findings.map(({ rule }) => rule));
  const { rules } = await loadRules();
  await writeReports(targets, result, {
    ...{ ...viewOf(requestOf(argv)), ...context },
    rules: rules.filter(({ id }) => named.has(id)),
  });
  return context.exitCode;
}
