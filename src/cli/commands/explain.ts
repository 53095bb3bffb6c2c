import { defineCommand } from '../../command.ts';
import type { AnyRule } from '../../core/rule.ts';
import { EXIT } from '../../run/exit-code.ts';
import { pick } from '../../run/flags.ts';
import { writeReports } from '../../run/output.ts';
import { readPage } from '../../run/report-run.ts';
import { knownRule } from '../../run/setup.ts';

export default defineCommand({
  name: 'explain',
  summary: 'what a rule finds, why it matters, and how to fix it',
  positionals: ['RULE'],
  flags: pick('plugin'),
  examples: [['edgewise explain dangling-edge', 'the page of a rule, in the terminal']],
  async run({ positional: [id] }, context) {
    const rule = knownRule(id, await context.rules());
    // A rule of a plugin has no page.
    const page = readPage(id) ?? pageOf(rule);
    await writeReports(TERMINAL, context.runtime, (_, { bold, dim }) =>
      renderPage(page, bold, dim),
    );
    return EXIT.clean;
  },
});

const TERMINAL = [{ format: 'text', file: undefined }];

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

type Paint = (text: string) => string;

/** The page as text: without pictures, with bold headings. */
function* renderPage(page: string, bold: Paint, dim: Paint): Iterable<string> {
  const withoutPictures = page
    .replace(/<!--[\s\S]*?-->\n*/g, '')
    .replace(/```mermaid\n[\s\S]*?```\n*/g, '');
  let inCode = false;
  for (const line of withoutPictures.trimEnd().split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    else if (inCode) yield `    ${dim(line)}\n`;
    else if (/^#+ /.test(line)) yield `${bold(line.replace(/^#+ /, ''))}\n`;
    else
      yield `${line
        .replace(/`([^`]*)`/g, '$1')
        .replace(/\*\*([^*]*)\*\*/g, (_, strong: string) => bold(strong))
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')}\n`;
  }
}
