import { defineCommand } from '../../command.ts';
import { EXIT } from '../../run/exit-code.ts';
import { switchFlag } from '../../run/flag.ts';
import { columnsOf, writeStream } from '../../run/output.ts';
import { oneOf } from '../../run/user-error.ts';

export default defineCommand({
  name: 'help',
  summary: 'this list, or what a command takes',
  positionals: ['[COMMAND]'],
  flags: { all: switchFlag('all flags of lint, not only those for every day') },
  async run({ positional: [wanted], all }, { runtime, commands }) {
    const known = await commands();
    const names = known.map(({ name }) => name);
    const name = wanted === undefined ? undefined : oneOf('command', wanted, names, 'commands');
    const command = known.find((each) => each.name === name);
    const { commandHelp, programHelp } = await import('../builder.ts');
    const layout = { width: columnsOf(runtime.stdout), all };
    const help = command === undefined ? programHelp(known, layout) : commandHelp(command, layout);
    await writeStream(runtime.stdout, [`${await help}\n`]);
    return EXIT.clean;
  },
});
