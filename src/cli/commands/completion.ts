import { type Command, defineCommand } from '../../command.ts';
import { EXIT } from '../../run/exit-code.ts';
import { type Flag, spelling } from '../../run/flag.ts';
import { writeStream } from '../../run/output.ts';
import { oneOf, UserError } from '../../run/user-error.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export default defineCommand({
  name: 'completion',
  summary: 'a shell script that completes commands, flags and rules',
  positionals: ['[SHELL]'],
  flags: {},
  examples: [['source <(edgewise completion bash)', 'in ~/.bashrc']],
  async run({ positional: [named] }, context) {
    const shell = named ?? context.runtime.env['SHELL']?.split('/').at(-1);
    if (shell === undefined)
      throw new UserError(
        'completion for which shell?',
        `such as edgewise completion bash; shells: ${SHELLS.join(', ')}`,
      );
    const write = { bash: forBash, zsh: forZsh, fish: forFish }[
      oneOf('shell', shell, SHELLS, 'shells')
    ];
    const rules = (await context.rules()).map(({ id }) => id);
    await writeStream(context.runtime.stdout, [write(wordsOf(await context.commands(), rules))]);
    return EXIT.clean;
  },
});

interface Offer {
  readonly spellings: readonly string[];
  readonly flag: Flag;
  /** What its value can be; without any, a file. */
  readonly words: readonly string[];
  readonly commands: string[];
}

interface Vocabulary {
  readonly commands: readonly string[];
  readonly offers: readonly Offer[];
  /** What the first argument of some commands can be. */
  readonly firsts: readonly (readonly [command: string, words: readonly string[]])[];
}

/** All words are known beforehand, so that completing one starts no program. */
function wordsOf(commands: readonly Command[], rules: readonly string[]): Vocabulary {
  const offers = new Map<string, Offer>();
  for (const command of commands)
    for (const [name, flag] of Object.entries(command.flags)) {
      const words = valuesOf(name, flag, rules);
      const key = JSON.stringify([name, words]);
      const spellings = [`--${spelling(name)}`, ...(flag.alias ? [`-${flag.alias}`] : [])];
      const offer = offers.get(key) ?? { spellings, flag, words, commands: [] };
      offer.commands.push(command.name);
      offers.set(key, offer);
    }
  const names = commands.map(({ name }) => name);
  return {
    commands: names,
    offers: [...offers.values()],
    firsts: [
      ['explain', rules],
      ['completion', SHELLS],
      ['help', names],
    ],
  };
}

function valuesOf(name: string, flag: Flag, rules: readonly string[]): readonly string[] {
  if (name === 'only') return rules;
  if (name === 'rule')
    return rules.flatMap((id) =>
      ['error', 'warning', 'info', 'off'].map((severity) => `${id}=${severity}`),
    );
  return flag.values ?? [];
}

function forBash({ commands, offers, firsts }: Vocabulary): string {
  const values = offers
    .filter(({ flag }) => flag.value !== undefined)
    .map(({ spellings, words, commands: having }) => {
      const patterns = having.flatMap((command) => spellings.map((each) => `${command}:${each}`));
      return `    ${patterns.join('|')}) ${words.length === 0 ? FILES : reply(words)} ;;`;
    });
  const first = firsts.map(([command, words]) => `    ${command}:${command}) ${reply(words)} ;;`);
  const flags = commands.map((command) => {
    const own = offers.filter((offer) => offer.commands.includes(command));
    return `      ${command}) ${reply(own.map(({ spellings }) => spellings[0] as string))} ;;`;
  });
  return `# edgewise completion bash; use it with: source <(edgewise completion bash)
_edgewise() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} prefix= command=lint word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${commands.join('|')}) command=$word; break ;; esac
  done
  COMPREPLY=()
  if [[ $cur == --*=* ]]; then prefix=\${cur%%=*}=; prev=\${cur%%=*}; cur=\${cur#*=}; fi
  case $command:$prev in
${[...values, ...first].join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${flags.join('\n')}
    esac
  fi
  if (( COMP_CWORD == 1 )); then COMPREPLY=($(compgen -W '${commands.join(' ')}' -- "$cur")); fi
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//=}
complete -o default -F _edgewise edgewise
`;
}

const reply = (words: readonly string[]): string =>
  `COMPREPLY=($(compgen -P "$prefix" -W '${words.join(' ')}' -- "$cur")); return`;
// After a space, bash itself offers files, and knows better how to.
const FILES = '[[ $prefix ]] && COMPREPLY=($(compgen -P "$prefix" -f -- "$cur")); return';

function forZsh({ commands, offers, firsts }: Vocabulary): string {
  const quote = (text: string): string =>
    text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");
  const lines = offers.map(({ spellings, flag, words, commands: having }) => {
    const value =
      flag.value !== undefined
        ? `:${spellings[0]?.slice(2)}:${words.length === 0 ? '_files' : `(${words.join(' ')})`}`
        : '';
    const specs = spellings.map((each) => {
      const equals = flag.value !== undefined && each.startsWith('--') ? '=' : '';
      return `'*${each}${equals}[${quote(flag.description)}]${value}'`;
    });
    return `  [[ $command == (${having.join('|')}) ]] && flags+=(${specs.join(' ')})`;
  });
  const rest = firsts.map(
    ([command, words]) => `        ${command}) compadd -- ${words.join(' ')} ;;`,
  );
  return `#compdef edgewise
# edgewise completion zsh; put it into a folder of $fpath as _edgewise, or: source <(edgewise completion zsh)
_edgewise() {
  local state command=lint word
  local -a flags
  for word in \${words[2,CURRENT-1]}; do
    case $word in (${commands.join('|')}) command=$word; break ;; esac
  done
${lines.join('\n')}
  _arguments $flags '1: :->first' '*: :->rest'
  case $state in
    first) _alternative 'commands:command:(${commands.join(' ')})' 'files:file:_files' ;;
    rest)
      case $command in
${rest.join('\n')}
        *) _files ;;
      esac ;;
  esac
}
# Read by the shell itself for the first completion, it is to complete at once.
if [[ $funcstack[1] == _edgewise ]]; then _edgewise "$@"; else compdef _edgewise edgewise; fi
`;
}

function forFish({ commands, offers, firsts }: Vocabulary): string {
  const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const line = (condition: string, rest: string): string =>
    `complete -c edgewise -n ${quote(condition)} ${rest}`;
  const flags = offers.map(({ spellings: [long = '', short], flag, words, commands: having }) => {
    const value =
      flag.value === undefined
        ? ''
        : words.length === 0
          ? ' -r'
          : ` -x -a ${quote(words.join(' '))}`;
    const names = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
    return line(
      `__edgewise_runs ${having.join(' ')}`,
      `${names}${value} -d ${quote(flag.description)}`,
    );
  });
  return `# edgewise completion fish; use it with: edgewise completion fish > ~/.config/fish/completions/edgewise.fish
function __edgewise_runs
  set -l command lint
  for word in (commandline -opc)
    if contains -- $word ${commands.join(' ')}
      set command $word
      break
    end
  end
  contains -- $command $argv
end
complete -c edgewise -n __fish_use_subcommand -a ${quote(commands.join(' '))}
${firsts.map(([command, words]) => line(`__edgewise_runs ${command}`, `-x -a ${quote(words.join(' '))}`)).join('\n')}
${flags.join('\n')}
`;
}
