import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PROGRAM } from './cli/program.ts';

// What the documentation shows is what the built program prints. With `-u`, the pages are written.

const root = fileURLToPath(new URL('..', import.meta.url));

/** The examples, and what the page shows of `name`, in fenced blocks. */
function folderFor(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-docs-'));
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  for (const [, name = '', text = ''] of page.matchAll(
    /`([\w-]+\.(?:js|json))`[^`]*\n```\w+\n([\s\S]*?)^```$/gm,
  ))
    writeFileSync(join(folder, name), text);
  return folder;
}

/** Time differs from run to run. */
const maskTime = (text: string): string => text.replace(/ · [\d.]+ m?s$/gm, '');

test.each(['README.md', 'docs/usage.md', 'docs/plugins.md'])(
  'the outputs in %s are those of the program',
  async (name) => {
    const page = readFileSync(join(root, name), 'utf8');
    const cwd = folderFor(page);
    const current = page.replace(/^\$ (.*)\n[\s\S]*?(?=^```$)/gm, (_shown, line: string) => {
      const command = line.replace(
        /^(?:node dist\/bin\.js|edgewise)/,
        `"${process.execPath}" "${PROGRAM}"`,
      );
      const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
      const { stdout } = spawnSync(command, { cwd, shell: true, encoding: 'utf8', env });
      return `$ ${line}\n${maskTime(stdout).trimEnd()}\n`;
    });
    await expect(current).toMatchFileSnapshot(`../${name}`);
  },
);
