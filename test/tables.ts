import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '../rules/index.ts';
import type { RuleChoice } from '../src/lint/settings.ts';
import type { Result } from '../src/model/finding.ts';
import { prose } from '../src/report/page.ts';
import type { AnyRule, Category } from '../src/rule.ts';
import { lintTexts } from './lint-text.ts';
import { optionsOf, readScene, scenesOf } from './pages.ts';

// The tables of the documentation.

const CATEGORIES: readonly [Category, string][] = [
  ['document', 'Document'],
  ['references', 'References'],
  ['graph', 'Graph'],
  ['time', 'Time'],
  ['email', 'Email and data flow'],
  ['events', 'Events and workspace'],
];

/** All rules by category; `pages` is the path from the table to their pages. */
export function ruleTable(pages: string, level: string): string {
  return CATEGORIES.flatMap(([category, title]) => {
    const rows = rules.filter((rule) => rule.category === category).map((rule) => ruleRow(rule, pages));
    return rows.length === 0 ? [] : [`${level} ${title}\n\n| rule | severity | preset | what it finds |\n|---|---|---|---|\n${rows.join('\n')}`];
  }).join('\n\n');
}

function ruleRow({ id, severity, preset, summary }: AnyRule, pages: string): string {
  return `| [\`${id}\`](${pages}${id}.md) | ${severity} | ${preset} | ${prose(summary).replaceAll('|', '\\|')} |`;
}

/** The bundled examples as one workspace. */
export function lintExamples(choice: RuleChoice = {}): Result {
  const files = readdirSync(new URL('../examples', import.meta.url), { recursive: true, encoding: 'utf8' });
  return lintFiles(
    files.filter((file) => /\.(json|ndjson)$/.test(file)).map((file) => `examples/${file.replaceAll('\\', '/')}`),
    choice,
  );
}

/** One file of the checkout. */
export function lintExample(file: string): Result {
  return lintFiles([file], {});
}

function lintFiles(files: readonly string[], choice: RuleChoice): Result {
  return lintTexts(Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(new URL(`../${file}`, import.meta.url))])), choice);
}

/** How often each rule fires on the examples, and on the good scenes of all rules. */
export function corpusTable(): string {
  const examples = countByRule([lintExamples({ preset: 'strict' })]);
  const scenes = rules.flatMap(({ id }) => scenesOf(id, 'ok').map((file) => ({ id, file })));
  const results = scenes.map(({ id, file }) => {
    const options = optionsOf(id, file);
    return lintTexts({ [file]: readScene(id, file) }, { preset: 'strict', options: options && new Map([[id, options]]) });
  });
  const onScenes = countByRule(results);
  const rows = rules.map(({ id, severity }) => `| [\`${id}\`](rules/${id}.md) | ${severity} | ${examples.get(id) ?? 0} | ${onScenes.get(id) ?? 0} |`);
  return `| rule | severity | examples | good scenes (${scenes.length}) |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function countByRule(results: readonly Result[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { findings } of results) for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Puts text between the markers `<!-- NAME -->` and `<!-- end NAME -->` of a document; what stands outside is written by hand. */
export function fillSections(document: string, sections: ReadonlyMap<string, string>): string {
  let filled = document;
  for (const [name, text] of sections) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
    const from = filled.indexOf(start);
    const to = filled.indexOf(end);
    if (from === -1 || to < from) throw new Error(`the document has no section between "${start}" and "${end}"`);
    filled = `${filled.slice(0, from + start.length)}\n${text.trim()}\n${filled.slice(to)}`;
  }
  return filled;
}
