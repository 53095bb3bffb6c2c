import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { knownRule } from './choice.ts';
import { wantsColor } from './color.ts';
import { EXIT } from './exit-code.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { readPage } from './pages.ts';
import { UserError } from './user-error.ts';

/** `edgewise explain RULE`: the rule's page in the terminal. */
export async function explain(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const [id, another] = args.positional;
  if (id === undefined) throw new UserError('explain which rule?', 'such as edgewise explain dangling-edge; edgewise rules lists them all');
  if (another !== undefined) throw new UserError(`one rule at a time, but got "${another}" as well`);
  const rule = rules.find((each) => each.id === knownRule(id, rules)) as AnyRule;
  // A rule of a plugin has no page.
  const page = readPage(id) ?? pageOf(rule);
  const { createColors } = (await import('picocolors')).default;
  const { bold, dim } = createColors(wantsColor({ flag: args.color, env: program.env, isTTY: program.stdout.isTTY === true }));
  await writeStream(program.stdout, renderPage(page, bold, dim));
  return EXIT.clean;
}

function pageOf({ id, severity, preset, summary, why, remedy, whenOff, options }: AnyRule): string {
  const given = Object.entries(options?.schema ?? {}).map(
    ([name, { description }]) => `- \`${name}\`: ${description} Default: \`${JSON.stringify(options?.defaults[name])}\``,
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
    ...(whenOff === undefined ? [] : ['## When to switch it off', whenOff]),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Paint = (text: string) => string;

/** Markdown is readable as it is; only what a terminal cannot show is left out, and headings stand out. */
function* renderPage(page: string, bold: Paint, dim: Paint): Iterable<string> {
  const withoutPictures = page.replace(/<!--[\s\S]*?-->\n*/g, '').replace(/```mermaid\n[\s\S]*?```\n*/g, '');
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
