import { defineCommand } from '../../command.ts';
import { EXIT } from '../../run/exit-code.ts';
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
    const { buildCommand, buildProgram } = await import('../builder.ts');
    const builder = command === undefined ? buildProgram(all) : buildCommand(command);
    await writeStream(runtime.stdout, [`${await builder.getHelp()}\n`]);
    return EXIT.clean;
  },
});
