import { readFileSync } from 'node:fs';
import { escapeText } from '../../core/report/escape.ts';
import { printEntry } from '../../core/report/rule-page.ts';
import { wrap } from '../../core/report/wrap.ts';
import type { AnyRule } from '../../core/rule.ts';
import { checkRule } from '../../node/plan.ts';
import { columnsOf, terminalOf, writeOut } from '../../node/streams.ts';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { texts } from '../options.ts';
import { packageFile } from '../package-file.ts';
import { loadRules } from '../parts.ts';

const OPTIONS = { plugin: texts('FILE', 'rules of your own; it is run') };

export const explain = defineCommand({
  name: 'explain',
  describe: 'what a rule finds, and how to fix it; all rules',
  usage: 'edgewise explain [RULE]',
  options: OPTIONS,
  mostWords: 1,
  run: runExplain,
});

async function runExplain(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const [id] = wordsOf(argv);
  const { rules } = await loadRules(argv.plugin);
  const width = columnsOf(terminalOf('stdout'));
  await writeOut(
    id === undefined ? listRules(rules, width) : printTerminal(explainRule(id, rules), width),
  );
  return 0;
}

function* listRules(rules: readonly AnyRule[], width: number): Iterable<string> {
  const column = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, severity, preset, summary } of rules) {
    const start = `${id.padEnd(column)}  ${(preset === 'strict' ? preset : severity).padEnd(7)}  `;
    const [words = '', ...rest] = wrap(summary.replace(/\.$/, ''), width - start.length - 1);
    yield `${escapeText(start)}${escapeText(words)}${rest.length > 0 ? '…' : ''}\n`;
  }
  yield `\n${rules.length} rules; strict: only with --preset strict\n`;
}

/** The part of docs/rules.md; of a rule of a plugin, the same without an example. */
export function explainRule(id: string, rules: readonly AnyRule[]): string {
  checkRule(
    id,
    rules.map((rule) => rule.id),
  );
  const page = readFileSync(packageFile('docs/rules.md'), 'utf8');
  const entry = page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${id}\n`));
  return entry ?? printEntry(rules.find((rule) => rule.id === id) as AnyRule);
}

/** Markdown as text: indented code, and no line wider than the terminal. */
function* printTerminal(entry: string, width: number): Iterable<string> {
  let isCode = false;
  for (const line of entry.trimEnd().split('\n').map(escapeText)) {
    if (line.startsWith('```')) isCode = !isCode;
    else if (isCode || line === '') yield `${isCode ? '  ' : ''}${line}\n`;
    else yield* wrap(line.replace(/^## |[`*]{1,2}/g, ''), width).map((each) => `${each}\n`);
  }
}
