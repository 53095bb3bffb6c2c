import { type Command, defineCommand } from '../../command.ts';
import { wrap } from '../../core/report/words.ts';
import { EXIT } from '../../run/exit-code.ts';
import { type Flag, spelling } from '../../run/flag.ts';
import { writeStream } from '../../run/output.ts';
import { oneOf } from '../../run/user-error.ts';

export default defineCommand({
  name: 'help',
  summary: 'this list, or what a command takes',
  positionals: ['[COMMAND]'],
  flags: {},
  async run({ positional: [wanted] }, { runtime, commands }) {
    const all = await commands();
    const names = all.map(({ name }) => name);
    const name = wanted === undefined ? undefined : oneOf('command', wanted, names, 'commands');
    const command = all.find((each) => each.name === name);
    await writeStream(runtime.stdout, [
      command === undefined ? programHelp(all) : commandHelp(command),
    ]);
    return EXIT.clean;
  },
});

const WIDTH = 110;
const MAX_COLUMN = 40;
const INTRODUCTION =
  'edgewise finds what is wrong in email-automation workflows before a contact does.';
const EXIT_CODES =
  'Exit codes: 0 nothing to fail on · 1 findings · 2 could not run or read something · 3 incomplete answer';

/** `edgewise --help`: the commands, and the flags of the first, which needs no name. */
export function programHelp(commands: readonly Command[]): string {
  const [lint] = commands as readonly [Command];
  return printHelp(lint, [
    INTRODUCTION,
    table(commands.map((each) => [usageOf(each).replace(' lint', ''), each.summary])),
    'edgewise help COMMAND shows the flags of a command; those of lint, which needs no name, are:',
  ]);
}

export function commandHelp(command: Command): string {
  return printHelp(command, [usageOf(command), wrap(command.summary, WIDTH).join('\n')]);
}

const usageOf = ({ name, positionals }: Command): string =>
  ['edgewise', name, ...positionals].join(' ');

function printHelp(command: Command, head: readonly string[]): string {
  const parts = [
    ...head,
    ...flagsByGroup(command).map(([group, flags]) => `${group}\n${table(flags.map(rowOf))}`),
    ...(command.examples === undefined ? [] : [`Examples:\n${table(command.examples)}`]),
    EXIT_CODES,
  ];
  return `${parts.join('\n\n')}\n`;
}

function flagsByGroup({ flags }: Command): readonly (readonly [string, [string, Flag][]])[] {
  const groups = new Map<string, [string, Flag][]>();
  for (const [name, flag] of Object.entries(flags)) {
    const group = flag.group ?? 'Flags:';
    groups.set(group, [...(groups.get(group) ?? []), [spelling(name), flag]]);
  }
  return [...groups];
}

function rowOf([name, flag]: [string, Flag]): readonly [string, string] {
  const alias = flag.alias === undefined ? '    ' : `-${flag.alias}, `;
  const value =
    flag.value === undefined ? '' : flag.isValueOptional ? `[=${flag.value}]` : ` ${flag.value}`;
  return [`${alias}--${name}${value}`, describe(flag)];
}

function describe({ description, values, usual, isRepeatable }: Flag): string {
  const named = values?.map((value) => (value === usual ? `${value} (default)` : value)) ?? [];
  const either = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' or ');
  const parts = [either === '' ? description : `${description}: ${either}`];
  return [...parts, ...(isRepeatable ? ['repeatable'] : [])].join('; ');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(MAX_COLUMN, Math.max(...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => {
      const text = wrap(right, WIDTH - width - 4).join(`\n${' '.repeat(width + 4)}`);
      return left.length > width
        ? `  ${left}\n${' '.repeat(width + 4)}${text}`
        : `  ${left.padEnd(width)}  ${text}`;
    })
    .join('\n');
}
