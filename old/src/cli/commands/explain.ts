import { defineCommand } from '../../command.ts';
import { wrap } from '../../core/report/words.ts';
import type { AnyRule } from '../../core/rule.ts';
import { EXIT } from '../../run/exit-code.ts';
import { pick } from '../../run/flags.ts';
import { writeReports } from '../../run/output.ts';
import { readPage } from '../../run/package-path.ts';
import { knownRule } from '../../run/setup.ts';

export default defineCommand({
  name: 'explain',
  summary: 'what a rule finds, why it matters, and how to fix it; without one, all rules',
  positionals: ['[RULE]'],
  flags: pick('plugin'),
  examples: [['edgewise explain dangling-edge', 'the page of a rule, in the terminal']],
  async run({ positional: [id], color }, context) {
    const rules = await context.rules();
    if (id === undefined) {
      await writeReports({ format: TERMINAL, color }, context.runtime, (_, _palette, width) =>
        listRules(rules, width),
      );
      return EXIT.clean;
    }
    const rule = knownRule(id, rules);
    // A rule of a plugin has no page.
    const page = readPage(id) ?? pageOf(rule);
    await writeReports({ format: TERMINAL, color }, context.runtime, (_, { bold, dim }, width) =>
      renderPage(page, { bold, dim, width }),
    );
    return EXIT.clean;
  },
});

const TERMINAL = [{ format: 'text', file: undefined }];

function* listRules(rules: readonly AnyRule[], width: number): Iterable<string> {
  for (const category of ['document', 'references', 'graph', 'time', 'email', 'events']) {
    const own = rules.filter((rule) => rule.category === category);
    const column = Math.max(0, ...own.map(({ id }) => id.length));
    yield `${category}\n`;
    for (const { id, severity, preset, summary } of own) {
      const isOn = preset === 'correctness' || preset === 'recommended';
      const start = `  ${id.padEnd(column)}  ${(isOn ? severity : preset).padEnd(7)}  `;
      const [words, ...rest] = wrap(summary.replace(/\.$/, ''), width - start.length - 1);
      yield `${start}${words}${rest.length > 0 ? '…' : ''}\n`;
    }
    yield '\n';
  }
  const all = `${rules.length} rules; strict: only in the preset strict; off: in no preset · edgewise explain RULE`;
  yield `${wrap(all, width).join('\n')}\n`;
}

function pageOf(rule: AnyRule): string {
  const { id, severity, preset, summary, why, remedy, limits, whenOff, options } = rule;
  const given = Object.entries(options?.schema ?? {}).map(
    ([name, { description }]) =>
      `- \`${name}\`: ${description} Default: \`${JSON.stringify(options?.defaults[name])}\``,
  );
  const parts = [
    `# ${id}`,
    summary,
    `${severity} · preset ${preset}`,
    '## Why it matters',
    why,
    '## How to fix it',
    remedy,
    ...(given.length === 0 ? [] : ['## Options', given.join('\n')]),
    ...(limits === undefined ? [] : ['## What it leaves out', limits]),
    ...(whenOff === undefined ? [] : ['## When to switch it off', whenOff]),
  ];
  return `${parts.join('\n\n')}\n`;
}

interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly width: number;
}

/** The page as text: without pictures, with bold headings, and no line wider than the terminal. */
function* renderPage(page: string, { bold, dim, width }: Style): Iterable<string> {
  const withoutPictures = page
    .replace(/<!--[\s\S]*?-->\n*/g, '')
    .replace(/```mermaid\n[\s\S]*?```\n*/g, '');
  let inCode = false;
  for (const line of withoutPictures.trimEnd().split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    else if (inCode) for (const part of wrapCode(line, width)) yield `${dim(part)}\n`;
    else if (/^#+ /.test(line)) yield `${bold(line.replace(/^#+ /, ''))}\n`;
    else if (line.startsWith('|')) yield* renderRow(line, width);
    else
      for (const part of wrap(plain(line), width))
        yield `${part.replace(/\*\*([^*]*)\*\*/g, (_, strong: string) => bold(strong))}\n`;
    if (!inCode && line === '') yield '\n';
  }
}

const plain = (text: string): string =>
  text.replace(/`([^`]*)`/g, '$1').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** A line of JSON or of output; what does not fit is indented further. */
function wrapCode(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...more] = wrap(line.trimStart(), width - indent.length);
  const rest = wrap(more.join(' '), width - indent.length - 4);
  return [indent + first, ...rest.map((part) => `${indent}    ${part}`)];
}

/** An option: its name, its default and its meaning. */
function* renderRow(row: string, width: number): Iterable<string> {
  const [name = '', usual, meaning] = row
    .split(/(?<!\\)\|/)
    .slice(1)
    .map((cell) => plain(cell.trim()).replaceAll('\\|', '|'));
  if (name === 'option' || name.startsWith('---')) return;
  for (const line of wrap(`- ${name}: ${meaning} Default: ${usual}`, width)) yield `${line}\n`;
}
