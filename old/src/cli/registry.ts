import type { Command } from '../command.ts';
import { COMMON_FLAGS } from '../run/flags.ts';

/** Every command by its name, in the order of the help. Each is loaded on first use. */
export const COMMANDS: ReadonlyMap<string, () => Promise<{ readonly default: Command }>> = new Map<
  string,
  () => Promise<{ readonly default: Command }>
>([
  ['lint', () => import('./commands/lint.ts')],
  ['help', () => import('./commands/help.ts')],
]);

export const DEFAULT_COMMAND = 'lint';

/** The command of a listed name, with the flags that every command has. */
export async function loadCommand(name: string): Promise<Command> {
  const load = COMMANDS.get(name) as () => Promise<{ readonly default: Command }>;
  const { default: command } = await load();
  return { ...command, flags: { ...command.flags, ...COMMON_FLAGS } };
}

export async function loadAll(): Promise<readonly Command[]> {
  return Promise.all([...COMMANDS.keys()].map(loadCommand));
}
