import { type Command, type CommandContext, defineCommand } from '../../command.ts';
import { EXIT } from '../../run/exit-code.ts';
import { spelling } from '../../run/flag.ts';
import { writeStream } from '../../run/output.ts';
import { oneOf, UserError } from '../../run/user-error.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

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
    const { script, line } = WRITERS[shell];
    const offers = words.length === 0 ? [] : await offersFor(words, context);
    const text = words.length === 0 ? [script] : offers.map((offer) => `${line(offer)}\n`);
    await writeStream(context.runtime.stdout, text);
    return EXIT.clean;
  },
});

/** A word that is valid at the cursor, with its description. */
interface Offer {
  readonly word: string;
  readonly does?: string;
}

/** The possible words after those up to the cursor, the last of which is not finished; none where files are expected. */
async function offersFor(
  words: readonly string[],
  context: CommandContext,
): Promise<readonly Offer[]> {
  const typed = words.at(-1) as string;
  const before = words.slice(0, -1);
  const commands = await context.commands();
  // The first one needs no name.
  const command = commands.find(({ name }) => before.includes(name)) ?? (commands[0] as Command);
  const flags = Object.entries(command.flags);
  const [, inline] = /^(--[\w-]+)=/.exec(typed) ?? [];
  const last = inline ?? before.at(-1);
  const valued = flags.find(
    ([name, { value, alias }]) =>
      value !== undefined && (last === `--${spelling(name)}` || last === `-${alias}`),
  );
  const offers: Offer[] = [];
  const offer = (all: readonly string[]): void =>
    void offers.push(...all.map((word) => ({ word })));
  if (valued !== undefined) {
    const [name, { values = [] }] = valued;
    const known = name in VALUES ? await VALUES[name as keyof typeof VALUES](context) : values;
    offer(inline === undefined ? known : known.map((word) => `${inline}=${word}`));
  } else if (typed.startsWith('-'))
    for (const [name, { description }] of flags)
      offers.push({ word: `--${spelling(name)}`, does: description });
  else if (before.length === 0)
    for (const { name, summary } of commands) offers.push({ word: name, does: summary });
  else if (last === 'completion') offer(SHELLS);
  else if (last === 'help') offer(commands.map(({ name }) => name));
  else if (last === 'explain') offer(await VALUES.only(context));
  return offers.filter(({ word }) => word.startsWith(typed));
}

/** Values of flags that are not in their table. */
const VALUES = {
  only: async ({ rules }: CommandContext) => (await rules()).map(({ id }) => id),
  rule: async (context: CommandContext) =>
    (await VALUES.only(context)).flatMap((id) =>
      ['error', 'warning', 'info', 'off'].map((severity) => `${id}=${severity}`),
    ),
};

/** The script of each shell, which asks the program at each completion, and a line of its answer. */
const WRITERS: Readonly<
  Record<(typeof SHELLS)[number], { readonly script: string; line(offer: Offer): string }>
> = {
  bash: {
    line: ({ word }) => word,
    script: `# edgewise completion bash; use it with: source <(edgewise completion bash)
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
  },
  zsh: {
    line: ({ word, does }) =>
      [word.replaceAll(':', '\\:'), ...(does === undefined ? [] : [does])].join(':'),
    script: `#compdef edgewise
# edgewise completion zsh; put it into a folder of $fpath as _edgewise, or: source <(edgewise completion zsh)
_edgewise() {
  local -a offers
  offers=(\${(f)"$(edgewise completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#offers )); then _describe edgewise offers; else compset -P '--*='; _files; fi
}
# Read by the shell itself for the first completion, it is to complete at once.
if [[ $funcstack[1] == _edgewise ]]; then _edgewise "$@"; else compdef _edgewise edgewise; fi
`,
  },
  fish: {
    line: ({ word, does }) => (does === undefined ? word : `${word}\t${does}`),
    script: `# edgewise completion fish; use it with: edgewise completion fish > ~/.config/fish/completions/edgewise.fish
function __edgewise_offers
  set -g __edgewise_offered (edgewise completion fish -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  test (count $__edgewise_offered) -gt 0
end
complete -c edgewise -n __edgewise_offers -f -a '(string join \\n $__edgewise_offered)'
`,
  },
};
