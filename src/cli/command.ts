import type { ArgumentsCamelCase, Argv, InferredOptionTypes, Options } from 'yargs';

type OptionSet = Readonly<Record<string, Options>>;

export type Arguments<O extends OptionSet> = ArgumentsCamelCase<InferredOptionTypes<O>> & {
  readonly color?: boolean;
};

/** A command: its flags as yargs takes them, and what it does. One file in `commands`. */
export interface Command<O extends OptionSet = OptionSet> {
  readonly name: string;
  readonly describe: string;
  /** Its words, such as `edgewise explain [RULE]`; text for its help may follow. */
  readonly usage: string;
  /** The flags of the help, by their heading. */
  readonly options: O;
  readonly groups?: Readonly<Record<string, OptionSet>>;
  /** The most words that it takes besides flags. */
  readonly mostWords?: number;
  /** Returns the exit code. */
  run(argv: Arguments<O>): Promise<number | undefined>;
}

/** States the types of the flags. */
export const defineCommand = <O extends OptionSet>(command: Command<O>): Command<O> => command;

/** The words of a command line after the name of the command, also those behind `--`. */
export const wordsOf = (argv: Pick<ArgumentsCamelCase, '_'>): readonly string[] => [
  ...argv._.slice(1).map(String),
  ...((argv as { '--'?: readonly string[] })['--'] ?? []),
];

export function describeTo(argv: Argv, { usage, options, groups = {} }: Command): Argv {
  argv.usage(usage).options(options);
  for (const [heading, own] of Object.entries(groups)) argv.group(Object.keys(own), heading);
  return argv;
}
