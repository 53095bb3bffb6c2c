import { fileURLToPath } from 'node:url';
import { defined } from '../../core/model/json.ts';
import type { Ended } from '../../features/record/script.ts';
import type { Request } from '../../node/request.ts';
import { run } from '../../node/run.ts';
import { UserError } from '../../node/user-error.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { readTargets, text } from '../options.ts';
import { packageFile } from '../package-file.ts';
import { ALL_FORMATS, FORMAT_NAMES, loadRules } from '../parts.ts';
import { FAIL, INPUT, REPORT, RULES, requestOf, sourcesOf } from './lint.ts';

const SECONDS = 120;

const { 'print-config': _, ...REPORTED } = REPORT;
const OPTIONS = {
  from: text('PATH: what the account has already: files, or the folder of a pull'),
  out: { ...text('DIR: write what it has afterwards: one file a workflow'), alias: 'o' },
  timeout: text(`SECONDS: end the program after this time; default: ${SECONDS}`),
  'base-url': INPUT['base-url'],
  ...{ ...REPORTED, ...RULES, events: INPUT.events, workflow: INPUT.workflow, ...FAIL },
} as const;

export const record = defineCommand({
  name: 'record',
  describe: 'run a program against a recorder, and check what it creates',
  usage: `edgewise record [flags] -- COMMAND…

Run a program against a temporary account on this machine, and check what it
creates and sends. The program gets no key. A program that has a key of its own
and opens its own connection is not recorded.`,
  options: OPTIONS,
  run: runRecord,
});

async function runRecord(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const command = wordsOf(argv);
  if (command.length === 0)
    throw new UserError('record needs a command', 'such as edgewise record -- node provision.js');
  const targets = readTargets(argv.format, FORMAT_NAMES);
  const request: Request = { ...requestOf(argv, []), targets, instead: 'program' };
  const { recordSource } = await import('../../features/record/index.ts');
  const { EDGEWISE_BASE_URL, RESEND_BASE_URL, RESEND_API_URL } = process.env;
  let ended: Ended = {};
  const source = recordSource(
    {
      ...{ command, ...defined({ from: argv.from, out: argv.out }) },
      seconds: secondsOf(argv.timeout),
      baseUrls: [argv['base-url'], EDGEWISE_BASE_URL, RESEND_BASE_URL, RESEND_API_URL].flatMap(
        (url) => url || [],
      ),
      preload: fileURLToPath(packageFile('dist/preload.cjs')),
      isReserved: targets.some(
        ({ format, file }) => file === undefined && ALL_FORMATS.get(format)?.isMachine,
      ),
    },
    (end) => {
      ended = end;
    },
  );
  const sources = [source, ...(await sourcesOf(request, argv))];
  const { exitCode } = await run(request, await loadRules(request.plugins), {
    ...{ sources, formats: ALL_FORMATS },
  });
  return ended.code ?? exitCode;
}

function secondsOf(given: string | undefined): number {
  const seconds = Number(given ?? SECONDS);
  if (seconds >= 0.001 && seconds <= 999_999) return seconds;
  throw new UserError(`--timeout needs seconds, not "${given}"`, 'such as 60');
}
