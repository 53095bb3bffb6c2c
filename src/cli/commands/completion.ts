import { type Command, type CommandContext, defineCommand } from '../../command.ts';
import { EXIT } from '../../run/exit-code.ts';
import { writeStream } from '../../run/output.ts';
import { oneOf, UserError } from '../../run/user-error.ts';

const SHELLS = ['bash', 'zsh'] as const;

export default defineCommand({
  name: 'completion',
  summary: 'a shell script that completes commands, flags and rules',
  positionals: ['[SHELL]', '[words…]'],
  flags: {},
  examples: [['source <(edgewise completion bash)', 'in ~/.bashrc']],
  async run({ positional: [named, ...words] }, context) {
    const given = named ?? context.runtime.env['SHELL']?.split('/').at(-1);
    if (given === undefined)
      throw new UserError(
        'completion for which shell?',
        `such as edgewise completion bash; shells: ${SHELLS.join(', ')}`,
      );
    const shell = oneOf('shell', given, SHELLS, 'shells');
    // yargs adds descriptions for zsh.
    process.env['SHELL'] = shell;
    const offers = words.length === 0 ? [] : await offersFor(words, context);
    const text = words.length === 0 ? [SCRIPTS[shell]] : offers.map((offer) => `${offer}\n`);
    await writeStream(context.runtime.stdout, text);
    return EXIT.clean;
  },
});

/** The possible words after those up to the cursor, the last of which is not finished; none where files are expected. */
async function offersFor(
  words: readonly string[],
  context: CommandContext,
): Promise<readonly string[]> {
  const before = words.slice(0, -1);
  const [typed = ''] = words.slice(-1);
  const [, flag, value = typed] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  const commands = await context.commands();
  const ids = (await context.rules()).map(({ id }) => id);
  const { buildCommand, buildProgram } = await import('../builder.ts');
  // The first one needs no name.
  const command = commands.find(({ name }) => before.includes(name)) ?? (commands[0] as Command);
  const builder = before.length === 0 ? buildProgram(commands) : buildCommand(command);
  const offers = await builder
    .choices('only', ids)
    .choices('rule', ids.flatMap(settings))
    .getCompletion(flag === undefined ? words : [...before, flag, value]);
  const values = new Map<string, readonly string[]>([
    ['completion', SHELLS],
    ['help', commands.map(({ name }) => name)],
    ['explain', ids],
  ]);
  return [...offers, ...(values.get(before.at(-1) ?? '') ?? [])]
    .filter((offer) => offer.startsWith(value) && (value !== '' || !offer.startsWith('-')))
    .map((offer) => (flag === undefined ? offer : `${flag}=${offer}`));
}

const settings = (id: string): readonly string[] =>
  ['error', 'warning', 'info', 'off'].map((severity) => `${id}=${severity}`);

/** The script of each shell, which asks the program at each completion. */
const SCRIPTS = {
  bash: `# edgewise completion bash; use it with: source <(edgewise completion bash)
_edgewise() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($(edgewise completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  # Without an offer, bash itself offers files, but not after "=".
  if [[ \${#COMPREPLY[@]} == 0 && $cur == --*=* ]]; then
    COMPREPLY=($(compgen -P "\${cur%%=*}=" -f -- "\${cur#*=}"))
  fi
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//=}
complete -o default -F _edgewise edgewise
`,
  zsh: `#compdef edgewise
# edgewise completion zsh; put it into a folder of $fpath as _edgewise, or: source <(edgewise completion zsh)
_edgewise() {
  local -a offers
  offers=(\${(f)"$(edgewise completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#offers )); then _describe edgewise offers; else compset -P '--*='; _files; fi
}
# Read by the shell itself for the first completion, it is to complete at once.
if [[ $funcstack[1] == _edgewise ]]; then _edgewise "$@"; else compdef _edgewise edgewise; fi
`,
};
