import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOf, run } from './cli/run.ts';

// Runs every command of incidents.md on the files above it, and writes what it prints below it (`vitest -u`).

const page = new URL('incidents.md', import.meta.url);
const ROWS = 23;
const FILE = /^`([\w.]+)`:\n\n```\w+\n([\s\S]*?\n)```$/gm;
const COMMAND = /^```console\n\$ edgewise (.*)\n(?:[\s\S]*?\n)??```$/m;

/** An incident with the output of its command. */
async function answer(row: string): Promise<string> {
  const files = [...row.matchAll(FILE)].map(([, name = '', text = '']) => [name, text]);
  const [, command = ''] = COMMAND.exec(row) ?? [];
  const { out, err } = await run(command.split(' '), { cwd: folderOf(Object.fromEntries(files)) });
  // The time a run takes differs.
  const printed = `${out}${err}`.replace(/ · \d+(?:\.\d+)? m?s$/gm, '').trimEnd();
  return row.replace(COMMAND, () => `\`\`\`console\n$ edgewise ${command}\n${printed}\n\`\`\``);
}

test('the page has the answer to each incident', async () => {
  const [head = '', ...rows] = readFileSync(page, 'utf8').split(/^(?=## )/m);
  expect(rows).toHaveLength(ROWS);
  const answered: string[] = [];
  for (const row of rows) {
    expect(row).toMatch(COMMAND);
    answered.push(await answer(row));
  }
  await expect([head, ...answered].join('')).toMatchFileSnapshot(fileURLToPath(page));
});
