import type { Side } from '../../features/diff/index.ts';
import { check } from '../../node/check.ts';
import { EXIT, unreadCode, worstOf } from '../../node/exit-code.ts';
import type { Target } from '../../node/request.ts';
import { noteFailures } from '../../node/streams.ts';
import { UserError } from '../../node/user-error.ts';
import { writeTargets } from '../../node/write.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { ACCESS, formatFlag, oneOf, readTargets, refuseAccess, texts } from '../options.ts';
import { FAIL, INPUT, RULES, readInputs } from './lint.ts';

const FORMATS = ['text', 'json', 'markdown'];

const OPTIONS = {
  format: formatFlag(FORMATS.join(', ')),
  ...RULES,
  events: texts('none', 'leave out the event definitions'),
  ignore: INPUT.ignore,
  workflow: INPUT.workflow,
  'allow-empty': FAIL['allow-empty'],
  ...ACCESS,
} as const;

export const diff = defineCommand({
  name: 'diff',
  describe: 'what differs between two exports, or an export and the account',
  usage: `edgewise diff A B

What differs from A to B: workflows, steps, edges, events, resources and
findings, and what a contact gets. Each is a file, a folder, a pattern, or live:
the account. With live, it is what deploying the other side would do.`,
  options: OPTIONS,
  mostWords: 2,
  run: runDiff,
});

async function runDiff(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const [first, second] = wordsOf(argv);
  if (first === undefined || second === undefined)
    throw new UserError('diff needs two sides', 'such as edgewise diff before after');
  if (first === 'live' && second === 'live')
    throw new UserError('only one side can be the account', 'name a file or folder for the other');
  if (first !== 'live' && second !== 'live') refuseAccess(argv, 'name live as a side');
  const targets = readTargets(argv.format, FORMATS);
  for (const each of argv.events ?? []) oneOf('value of --events', each, ['none']);
  // From the account to the files, whatever comes first: what deploying would do.
  const [a, b] = second === 'live' ? [second, first] : [first, second];
  const [before, after] = [await readSide(a, argv, targets), await readSide(b, argv, targets)];
  // A workflow that only one side has was added or removed.
  const labels = [...before.workflows, ...after.workflows].flatMap(({ id, name }) => [id, name]);
  const isKnown = (argv.workflow ?? []).every((asked) => labels.includes(asked));
  // What both sides lack is said once.
  const failed = new Map(
    [...before.failures, ...after.failures].map((each) => [
      `${each.source}: ${each.message}`,
      each,
    ]),
  );
  const failures = [...failed.values()].filter(({ source }) => !isKnown || source !== '--workflow');
  const worst = unreadCode(failures);
  const isLeftOut = worst === EXIT.failed && targets.every(({ format }) => format !== 'json');
  await noteFailures(failures, isLeftOut ? [] : targets);
  if (isLeftOut) return worst;
  const { compareSides, diffJson, diffMarkdown, diffText, isSame } = await import(
    '../../features/diff/index.ts'
  );
  const difference = compareSides(before.side, after.side);
  await writeTargets(targets, argv.color, (format, layout) => {
    if (format === 'json') return diffJson(difference, failures);
    if (format === 'markdown') return diffMarkdown(difference, failures);
    return diffText(difference, failures, layout);
  });
  return worstOf([worst, !isSame(difference) && EXIT.findings]);
}

async function readSide(name: string, argv: Arguments<typeof OPTIONS>, targets: readonly Target[]) {
  const live = name === 'live';
  const given = { paths: live ? [] : [name], all: true };
  const access = live ? {} : { 'base-url': undefined, 'auth-header': undefined };
  const { plan, reading } = await readInputs({ ...argv, ...access, live }, targets, given);
  const { documents, failures, ...result } = check(reading, plan);
  const findings = result.findings.filter(({ accepted }) => accepted === undefined);
  const side: Side = { name, documents, findings, isChoice: argv.workflow !== undefined };
  return { side, failures, workflows: documents.flatMap(({ workflows }) => workflows) };
}
