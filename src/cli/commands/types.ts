import { plural, quote } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { decodeInput } from '../../node/check.ts';
import { EXIT, unreadCode } from '../../node/exit-code.ts';
import { readTextFile, stateOf } from '../../node/files.ts';
import { type InputPlan, makePlan } from '../../node/plan.ts';
import { readAll } from '../../node/read.ts';
import { note, noteFailures, writeOut } from '../../node/streams.ts';
import { UserError } from '../../node/user-error.ts';
import { refuseInputs } from '../../node/write.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { ACCESS, flag, refuseAccess, text } from '../options.ts';
import { loadRules } from '../parts.ts';
import { FAIL, INPUT, RULES, requestOf, sourcesOf } from './lint.ts';

const OPTIONS = {
  out: { ...text('FILE: write this file, such as src/events.d.ts'), alias: 'o' },
  check: flag('write nothing; exit 1 if the file of -o is not up to date'),
  config: RULES.config,
  ignore: INPUT.ignore,
  'allow-empty': FAIL['allow-empty'],
  ...ACCESS,
} as const;

export const types = defineCommand({
  name: 'types',
  describe: 'TypeScript types of events and their payloads',
  usage: `edgewise types [paths…]

Files, folders and patterns of event definitions; live is the account. Default:
events and files of the configuration, else this folder.`,
  options: OPTIONS,
  run: runTypes,
});

async function runTypes(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const { out, check } = argv;
  if (check && out === undefined)
    throw new UserError('--check needs the file to check', 'name it with -o FILE');
  const plan = await makePlan(requestOf(argv, []), await loadRules());
  const words = wordsOf(argv);
  const named = words.length > 0 ? words : configuredIn(plan.inputs);
  if (!named.includes('live')) refuseAccess(argv, 'name live as well');
  const inputs = { ...plan.inputs, ...divide(named) };
  const reading = await readAll({ ...plan, inputs }, await sourcesOf({ events: named }, argv));
  refuseInputs([{ file: out }], reading, plan);
  await noteFailures(reading.failures);
  // A file with some of the events would refuse the others.
  if (reading.failures.length > 0) return unreadCode(reading.failures);
  const documents = reading.inputs.map(decodeInput);
  const broken = documents.find(({ form, input }) => form === 'broken' && input.isNamed);
  if (broken !== undefined) throw new UserError(`${quote(broken.input.name)} is not JSON`);
  const events = documents.flatMap((document) => document.events);
  if (events.length === 0 && !argv['allow-empty'])
    throw new UserError('no event definitions found', 'name the file of your events, or "live"');
  const nameless = events.filter(({ name }) => name === undefined).length;
  const partial = documents.flatMap(({ input, lists }) =>
    lists.some(({ of, hasMore }) => of === 'events' && hasMore) ? input.name : [],
  );
  const leftOut = `edgewise: ${plural(nameless, 'event definition')} without a name left out`;
  await note([
    ...partial.map((name) => `edgewise: the event list in ${quote(escapeText(name))} is partial`),
    ...(nameless > 0 ? [leftOut] : []),
  ]);
  const { declareEvents } = await import('../../features/types/index.ts');
  const declared = declareEvents(events);
  if (out === undefined) await writeOut([declared]);
  else if (!check) writeFileWhole(out, [declared]);
  if (out === undefined || !check) return EXIT.clean;
  const old = readTextFile(out);
  // Git may change line ends.
  if ('text' in old && old.text.replaceAll('\r\n', '\n') === declared) return EXIT.clean;
  const hint = 'run the same command without --check';
  await note([`edgewise: ${quote(escapeText(out))} is not up to date\n          ${hint}`]);
  return EXIT.findings;
}

/** `events` and `files` of the configuration, else this folder. */
const configuredIn = ({ events, paths, from }: InputPlan): readonly string[] =>
  from === 'configuration' || events.length === 0 ? [...events, ...paths] : events;

/** A file holds events, since its shape may not show it. A folder can have other lists. */
function divide(named: readonly string[]): Pick<InputPlan, 'paths' | 'events'> {
  const paths = named.filter((path) => path !== 'live');
  const isFile = (path: string): boolean => stateOf(path) === 'file';
  return { paths: paths.filter((path) => !isFile(path)), events: paths.filter(isFile) };
}
