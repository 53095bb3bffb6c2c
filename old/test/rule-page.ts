import { type AnyRule, runsWith } from '../src/core/rule.ts';

/** A document as a page shows it. */
export interface Shown {
  readonly file: string;
  readonly text: string;
  /** Mermaid flowcharts of its workflows. */
  readonly charts: readonly string[];
}

/** An example of a rule: its output for a faulty document, and the corrected document. */
export interface Example {
  readonly bad: Shown;
  /** The files it is checked with. */
  readonly others: readonly Shown[];
  /** What a run prints. */
  readonly output: string;
  readonly ok: Shown | undefined;
  /** The rule's options in both, when they differ from the defaults. */
  readonly options?: object | undefined;
}

/** Longer documents are cut, to keep the page short. */
const MAX_LINES = 130;

/** The page of one rule, in Markdown: `docs/rules/<id>.md`, `edgewise explain <id>`, and the help of a SARIF viewer. */
export function composePage(rule: AnyRule, example: Example | undefined): string {
  const parts = [
    `# ${rule.id}`,
    prose(rule.summary),
    factsOf(rule),
    '## Why it matters',
    prose(rule.why),
    '## How to fix it',
    prose(rule.remedy),
    ...(example === undefined ? [] : exampleParts(rule, example)),
    ...(example !== undefined && isInPlayground(rule) ? playgroundParts(rule) : []),
    ...optionParts(rule, example?.options),
    ...(rule.limits === undefined ? [] : ['## What it leaves out', prose(rule.limits)]),
    ...(rule.whenOff === undefined
      ? []
      : ['## When to switch it off', prose(rule.whenOff), ...switchParts(rule, rule.whenOff)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Text that Markdown shows as it is: `<name>` would be taken for HTML, so it becomes code. Code in backticks is left alone. */
export function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replace(/<[^\s<>][^<>]*>/g, '`$&`') : part))
    .join('`');
}

function factsOf({ severity, preset, category, since = '0.1.0' }: AnyRule): string {
  const where = preset === 'off' ? 'in no preset: switch it on by name' : `preset \`${preset}\``;
  return `**${severity}** · ${where} · category ${category} · since ${since}`;
}

function exampleParts(
  rule: AnyRule,
  { bad, others, output, ok, options }: Example,
): readonly string[] {
  const withOptions =
    options === undefined ? [] : [`With the options \`${JSON.stringify(options)}\`:`];
  return [
    '## Example',
    ...withOptions,
    ...documentParts(bad),
    ...others.flatMap(documentParts),
    fenced('text', `$ ${commandLine(rule, bad, others)}\n\n${output.trim()}`),
    ...(ok === undefined ? [] : ['And without the fault:', ...documentParts(ok)]),
  ];
}

/** Calls of code, and a rule of a plugin that crashes, are not in the playground. */
export const isInPlayground = (rule: AnyRule): boolean =>
  runsWith(rule, undefined) && rule.id !== 'rule-crashed';

/** The link is to the built page: of a checkout, of the package, or of a site with the same folders. */
const playgroundParts = ({ id }: AnyRule): readonly string[] => [
  '## Try it',
  `[The example in the playground](../../dist/playground/index.html#rule=${id}); with the command line, \`edgewise playground ${id}\`.`,
];

function commandLine(rule: AnyRule, bad: Shown, others: readonly Shown[]): string {
  const flags = others.map(({ file }) => `--${file.split('.').at(-2)} ${file}`);
  // A recorded request is no file of the user.
  if (!runsWith(rule, undefined) && !bad.file.endsWith('.ts'))
    return `edgewise record --only ${rule.id} -- node provision.js`;
  const { id } = rule;
  const command = bad.file.endsWith('.ts') ? 'edgewise code' : 'edgewise';
  return [`${command} --only ${id}`, ...flags, bad.file].join(' ');
}

function documentParts({ file, text, charts }: Shown): readonly string[] {
  const lines = text.trimEnd().split('\n');
  const shown =
    lines.length > MAX_LINES
      ? [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`]
      : lines;
  return [
    `\`${file}\``,
    fenced(file.endsWith('.ts') ? 'ts' : 'json', shown.join('\n')),
    ...charts.map((chart) => fenced('mermaid', chart.trimEnd())),
  ];
}

function optionParts(
  { id, severity, options, requires }: AnyRule,
  used: object | undefined,
): readonly string[] {
  const names = Object.keys(options?.schema ?? {});
  if (options === undefined || names.length === 0) return [];
  const rows = names.map(
    (name) =>
      `| \`${name}\` | \`${cell(JSON.stringify(options.defaults[name]) ?? 'none')}\` | ${cell(prose(options.schema[name]?.description ?? ''))} |`,
  );
  const table = ['| option | default | meaning |', '|---|---|---|', ...rows].join('\n');
  const without =
    requires === undefined
      ? []
      : [`Without \`${requires}\` nothing is checked, and the report says so.`];
  return [
    '## Options',
    table,
    ...without,
    'Options are set in `edgewise.config.json`:',
    configOf(id, [severity, used ?? options.defaults]),
  ];
}

function switchParts(rule: AnyRule, whenOff: string): readonly string[] {
  const { id, severity, preset } = rule;
  if (preset !== 'off' && whenOff.startsWith('Never')) return [];
  const to = preset === 'off' ? severity : 'off';
  const lead = preset === 'off' ? 'To switch it on for one run' : 'For one run';
  return [
    `${lead}: \`${commandOf(rule)} --rule ${id}=${to}\`. Permanently, in \`edgewise.config.json\`:`,
    configOf(id, to),
  ];
}

function commandOf(rule: AnyRule): string {
  if (runsWith(rule, undefined)) return 'edgewise';
  return runsWith(rule, 'code') ? 'edgewise code' : 'edgewise record';
}

function configOf(id: string, setting: unknown): string {
  const text = JSON.stringify(setting, null, 1)
    .replace(/(?<=\[)\n *|\n *(?=\])/g, '')
    .replace(/\n */g, ' ');
  return fenced('json', `{ "rules": { "${id}": ${text} } }`);
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function fenced(language: string, text: string): string {
  // Longer than any run of backticks in the text, so the text cannot end the block.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
