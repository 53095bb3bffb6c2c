import { FORMATS } from '../report/formats.ts';
import type { AnyRule } from '../rule.ts';
import { type Args, COMMANDS } from './args.ts';
import { EXIT } from './exit-code.ts';
import { FLAGS } from './flags.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { UserError } from './user-error.ts';
import { GRAPH_FORMATS } from './write-pictures.ts';

interface Flag {
  readonly name: string;
  readonly alias: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  /** What its value can be; without any, a file. */
  readonly words: readonly string[];
}

interface Vocabulary {
  readonly flags: readonly Flag[];
  readonly rules: readonly string[];
}

/** `edgewise completion SHELL`: a script that knows all words beforehand, so that completing one starts no program. */
export async function completion(rules: readonly AnyRule[], { positional }: Args, program: Program): Promise<number> {
  const shell = positional[0] ?? program.env['SHELL']?.split('/').at(-1);
  const write = SHELLS.get(shell ?? '');
  if (write === undefined)
    throw new UserError(
      shell === undefined ? 'completion for which shell?' : `there is no completion for "${shell}"`,
      `such as edgewise completion bash; shells: ${[...SHELLS.keys()].join(', ')}`,
    );
  const ids = rules.map(({ id }) => id);
  await writeStream(program.stdout, [write({ flags: flagsWith(ids), rules: ids })]);
  return EXIT.clean;
}

function flagsWith(rules: readonly string[]): readonly Flag[] {
  const words = new Map<string, readonly string[]>([
    ['format', [...FORMATS.keys(), ...GRAPH_FORMATS, 'blob']],
    ['preset', ['correctness', 'recommended', 'strict']],
    ['only', rules],
    ['rule', rules.flatMap((id) => ['error', 'warning', 'info', 'off'].map((severity) => `${id}=${severity}`))],
    ['fail-on', ['error', 'warning', 'info', 'never']],
    ['status', ['enabled', 'disabled']],
    ['threads', ['auto']],
    ['resource', ['workflows', 'automations', 'auto']],
  ]);
  const own = Object.entries(FLAGS).map(([name, flag]: [string, { type: string; alias?: string; description: string }]) => ({
    name,
    alias: flag.alias,
    description: flag.description,
    takesValue: flag.type === 'string',
    words: words.get(name) ?? [],
  }));
  const more = { takesValue: false, words: [] };
  return [...own, { name: 'help', alias: 'h', description: 'show this', ...more }, { name: 'version', alias: 'V', description: 'show the version', ...more }];
}

const SHELLS: ReadonlyMap<string, (vocabulary: Vocabulary) => string> = new Map([
  ['bash', forBash],
  ['zsh', forZsh],
  ['fish', forFish],
]);

function forBash({ flags, rules }: Vocabulary): string {
  const spellings = ({ name, alias }: Flag): string => [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])].join('|');
  const cases = flags.filter(({ takesValue }) => takesValue).map((flag) => `    ${spellings(flag)}) ${flag.words.length === 0 ? FILES : reply(flag.words)} ;;`);
  return `# edgewise completion bash; use it with: source <(edgewise completion bash)
_edgewise() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} prefix=
  COMPREPLY=()
  if [[ $cur == --*=* ]]; then prefix=\${cur%%=*}=; prev=\${cur%%=*}; cur=\${cur#*=}; fi
  case $prev in
${cases.join('\n')}
    explain) ${reply(rules)} ;;
    completion) ${reply([...SHELLS.keys()])} ;;
  esac
  if [[ $cur == -* ]]; then ${reply(flags.map(({ name }) => `--${name}`))}; fi
  if (( COMP_CWORD == 1 )); then COMPREPLY=($(compgen -W '${COMMANDS.join(' ')}' -- "$cur")); fi
}
COMP_WORDBREAKS=\${COMP_WORDBREAKS//=}
complete -o default -F _edgewise edgewise
`;
}

const reply = (words: readonly string[]): string => `COMPREPLY=($(compgen -P "$prefix" -W '${words.join(' ')}' -- "$cur")); return`;
// After a space, bash itself offers files, and knows better how to.
const FILES = '[[ $prefix ]] && COMPREPLY=($(compgen -P "$prefix" -f -- "$cur")); return';

function forZsh({ flags, rules }: Vocabulary): string {
  const quote = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''");
  const specs = flags.flatMap(({ name, alias, description, takesValue, words }) => {
    const value = takesValue ? `:${name}:${words.length === 0 ? '_files' : `(${words.join(' ')})`}` : '';
    const text = `[${quote(description)}]${value}`;
    return [`'*--${name}${takesValue ? '=' : ''}${text}'`, ...(alias === undefined ? [] : [`'*-${alias}${text}'`])];
  });
  return `#compdef edgewise
# edgewise completion zsh; put it into a folder of $fpath as _edgewise, or: source <(edgewise completion zsh)
_edgewise() {
  local state
  _arguments \\
    ${specs.join(' \\\n    ')} \\
    '1: :->first' '*: :->rest'
  case $state in
    first) _alternative 'commands:command:(${COMMANDS.join(' ')})' 'files:file:_files' ;;
    rest)
      case $words[2] in
        explain) compadd -- ${rules.join(' ')} ;;
        completion) compadd -- ${[...SHELLS.keys()].join(' ')} ;;
        *) _files ;;
      esac ;;
  esac
}
# Read by the shell itself for the first completion, it is to complete at once.
if [[ $funcstack[1] == _edgewise ]]; then _edgewise "$@"; else compdef _edgewise edgewise; fi
`;
}

function forFish({ flags, rules }: Vocabulary): string {
  const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const lines = flags.map(({ name, alias, description, takesValue, words }) => {
    const value = !takesValue ? '' : words.length === 0 ? ' -r' : ` -x -a ${quote(words.join(' '))}`;
    return `complete -c edgewise -l ${name}${alias === undefined ? '' : ` -s ${alias}`}${value} -d ${quote(description)}`;
  });
  return `# edgewise completion fish; use it with: edgewise completion fish > ~/.config/fish/completions/edgewise.fish
complete -c edgewise -n __fish_use_subcommand -a ${quote(COMMANDS.join(' '))}
complete -c edgewise -n '__fish_seen_subcommand_from explain' -x -a ${quote(rules.join(' '))}
complete -c edgewise -n '__fish_seen_subcommand_from completion' -x -a ${quote([...SHELLS.keys()].join(' '))}
${lines.join('\n')}
`;
}
