import { readdirSync, readFileSync } from 'node:fs';
import { rules } from '../rules/index.ts';
import type { RuleChoice } from '../src/core/lint/settings.ts';
import type { Result } from '../src/core/model/finding.ts';
import type { AnyRule, Category } from '../src/core/rule.ts';
import { lintTexts } from './lint-text.ts';
import { prose } from './rule-page.ts';

// The tables of the documentation.

const CATEGORIES: readonly [Category, string][] = [
  ['document', 'Document'],
  ['references', 'References'],
  ['graph', 'Graph'],
  ['time', 'Time'],
  ['email', 'Email and data flow'],
  ['events', 'Events and workspace'],
];

/** All rules by category, with links to the pages beside the table. */
export function ruleTable(): string {
  return CATEGORIES.flatMap(([category, title]) => {
    const rows = rules.filter((rule) => rule.category === category).map(ruleRow);
    return rows.length === 0
      ? []
      : [
          `## ${title}\n\n| rule | severity | preset | what it finds |\n|---|---|---|---|\n${rows.join('\n')}`,
        ];
  }).join('\n\n');
}

function ruleRow({ id, severity, preset, summary }: AnyRule): string {
  return `| [\`${id}\`](${id}.md) | ${severity} | ${preset} | ${prose(summary).replaceAll('|', '\\|')} |`;
}

/** The bundled examples as one workspace. */
export function lintExamples(choice: RuleChoice = {}): Result {
  return lintFiles(exampleFiles(), choice);
}

/** The bundled examples: workflows and events, not what is expected of a simulation. */
export function exampleFiles(): readonly string[] {
  const files = readdirSync(new URL('../examples', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  });
  return files
    .filter((file) => /(?<!\.sim)\.(json|ndjson)$/.test(file))
    .map((file) => `examples/${file.replaceAll('\\', '/')}`)
    .toSorted();
}

/** One file of the checkout. */
export function lintExample(file: string): Result {
  return lintFiles([file], {});
}

function lintFiles(files: readonly string[], choice: RuleChoice): Result {
  return lintTexts(
    Object.fromEntries(
      files.toSorted().map((file) => [file, readFileSync(new URL(`../${file}`, import.meta.url))]),
    ),
    choice,
  );
}

/** Puts text between the markers `<!-- NAME -->` and `<!-- end NAME -->` of a document; text outside is written by hand. */
export function fillSections(document: string, sections: ReadonlyMap<string, string>): string {
  let filled = document;
  for (const [name, text] of sections) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
    const from = filled.indexOf(start);
    const to = filled.indexOf(end);
    if (from === -1 || to < from)
      throw new Error(`the document has no section between "${start}" and "${end}"`);
    filled = `${filled.slice(0, from + start.length)}\n${text.trim()}\n${filled.slice(to)}`;
  }
  return filled;
}
