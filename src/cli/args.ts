import { nearest } from '../model/nearest.ts';

export type Command = 'lint' | 'pull' | 'diff' | 'simulate' | 'serve' | 'config' | 'suppress' | 'rules' | 'explain' | 'merge' | 'graph' | 'init' | 'completion';

/** The command line as given: names checked against what exists, values not yet. */
export interface Args {
  readonly command: Command;
  readonly positional: readonly string[];
  readonly format: readonly string[];
  /** `false`: no configuration. */
  readonly config?: string | false;
  readonly preset?: string;
  readonly rule: readonly string[];
  readonly only: readonly string[];
  readonly failOn: string;
  readonly maxWarnings?: string;
  readonly quiet: boolean;
  readonly stats: boolean;
  readonly allowEmpty: boolean;
  readonly events: readonly string[];
  readonly status?: string;
  readonly workflow: readonly string[];
  readonly stdinFilename?: string;
  readonly threads?: string;
  readonly shard?: string;
  readonly now?: string;
  readonly changedSince?: string;
  readonly plugin: readonly string[];
  readonly pluginTimeout?: string;
  readonly baseline?: string;
  readonly updateBaseline: boolean;
  readonly showSuppressed: boolean;
  readonly reason?: string;
  readonly expires?: string;
  readonly color?: boolean;
  readonly annotations?: boolean;
  readonly live: boolean;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly authHeader?: string;
  readonly resource?: string;
  readonly rate?: string;
  readonly concurrency?: string;
  readonly refresh: boolean;
  readonly save?: string;
  readonly progress?: boolean;
  readonly bundle?: string;
  readonly prune: boolean;
  readonly dryRun: boolean;
  readonly port?: string;
  readonly latency?: string;
  readonly faults: readonly string[];
  readonly focus?: string;
  readonly out?: string;
  readonly payload?: string;
  readonly contact?: string;
  readonly when: readonly string[];
  readonly at?: string;
  readonly zone?: string;
  readonly all: boolean;
  readonly test: boolean;
}

/** Text to print instead of running: `--help` or `--version`. */
export interface Printed {
  readonly print: string;
}

export const COMMANDS = [
  'lint',
  'pull',
  'diff',
  'simulate',
  'serve',
  'config',
  'suppress',
  'rules',
  'explain',
  'merge',
  'graph',
  'init',
  'completion',
] as const satisfies readonly Command[];

/** Reads the command line. What has no flags, the everyday case, and what has plain ones, is read without the library that reads flags. */
export async function parseArgs(argv: readonly string[], version: string): Promise<Args | Printed> {
  if (argv.every((word) => !word.startsWith('-') || word === '-')) return argsOf({ _: argv });
  if (argv.length === 1 && argv[0] === '--version') return { print: `${version}\n` };
  const plain = (await import('./plain-flags.ts')).readPlainFlags(argv);
  if (plain !== undefined) return argsOf(plain);
  const parsed = await (await import('./parse-flags.ts')).parseFlags(argv, version);
  return 'print' in parsed ? (parsed as unknown as Printed) : argsOf(parsed);
}

function argsOf(parsed: Record<string, unknown>): Args {
  const words = list(parsed['_']);
  const named = COMMANDS.find((command) => command === words[0]);
  return {
    command: named ?? 'lint',
    positional: named === undefined ? words : words.slice(1),
    format: list(parsed['format']),
    rule: list(parsed['rule']),
    only: list(parsed['only']),
    failOn: last(parsed['fail-on']) ?? 'error',
    quiet: parsed['quiet'] === true,
    stats: parsed['stats'] === true,
    allowEmpty: parsed['allow-empty'] === true,
    events: list(parsed['events']),
    workflow: list(parsed['workflow']),
    ...(lastOf(parsed['config']) === false ? { config: false } : optional('config', last(parsed['config']))),
    ...optional('preset', last(parsed['preset'])),
    ...optional('maxWarnings', last(parsed['max-warnings'])),
    ...optional('status', last(parsed['status'])),
    ...optional('stdinFilename', last(parsed['stdin-filename'])),
    ...optional('shard', last(parsed['shard'])),
    ...optional('threads', last(parsed['threads'])),
    ...optional('now', last(parsed['now'])),
    updateBaseline: parsed['update-baseline'] === true,
    showSuppressed: parsed['show-suppressed'] === true,
    ...optional('changedSince', last(parsed['changed-since'])),
    plugin: list(parsed['plugin']),
    ...optional('pluginTimeout', last(parsed['plugin-timeout'])),
    ...optional('baseline', last(parsed['baseline'])),
    ...optional('reason', last(parsed['reason'])),
    ...optional('expires', last(parsed['expires'])),
    faults: list(parsed['faults']),
    ...optional('focus', last(parsed['focus'])),
    ...optional('out', last(parsed['out'])),
    when: list(parsed['when']),
    all: parsed['all'] === true,
    test: parsed['test'] === true,
    ...optional('payload', last(parsed['payload'])),
    ...optional('contact', last(parsed['contact'])),
    ...optional('at', last(parsed['at'])),
    ...optional('zone', last(parsed['zone'])),
    ...optional('port', last(parsed['port'])),
    ...optional('latency', last(parsed['latency'])),
    live: parsed['live'] === true,
    refresh: parsed['refresh'] === true,
    prune: parsed['prune'] === true,
    dryRun: parsed['dry-run'] === true,
    ...optional('baseUrl', last(parsed['base-url'])),
    ...optional('apiKeyFile', last(parsed['api-key-file'])),
    ...optional('authHeader', last(parsed['auth-header'])),
    ...optional('resource', last(parsed['resource'])),
    ...optional('rate', last(parsed['rate'])),
    ...optional('concurrency', last(parsed['concurrency'])),
    ...optional('save', last(parsed['save'])),
    ...optional('bundle', last(parsed['bundle'])),
    ...(typeof parsed['progress'] === 'boolean' && { progress: parsed['progress'] }),
    ...(typeof parsed['color'] === 'boolean' && { color: parsed['color'] }),
    ...(typeof parsed['annotations'] === 'boolean' && { annotations: parsed['annotations'] }),
  };
}

/** The command a first path was probably meant to be. */
export function nearestCommand(name: string): string | undefined {
  return nearest(name, COMMANDS);
}

function optional<K extends string>(name: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: string });
}

function list(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

const last = (value: unknown): string | undefined => list(value).at(-1);
