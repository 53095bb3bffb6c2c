/**
 * Code bases in miniature, as people write them. A comment at the end of a line is the assertion: `// finds RULE RULE` for
 * findings there, `// open WHAT` for what cannot be resolved. Nothing else may be reported.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './cli/run.ts';

const folder = new URL('code/', import.meta.url);

/** `file:line what` of each comment. */
function expectedIn(base: URL): readonly string[] {
  const files = readdirSync(base, { recursive: true, withFileTypes: true });
  return files.flatMap((file) => {
    if (!file.isFile()) return [];
    const path = `${file.parentPath}/${file.name}`;
    const source = path.slice(fileURLToPath(base).length).replaceAll('\\', '/').replace(/^\//, '');
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) => {
        const [, found = '', open] =
          /\/\/ (?:finds ([\w -]+))?(?:, )?(?:open (\w+))?$/.exec(line) ?? [];
        const what = [...found.split(' '), open === undefined ? '' : `open ${open}`];
        return what.filter(Boolean).map((each) => `${source}:${i + 1} ${each}`);
      });
  });
}

interface Report {
  readonly findings: readonly {
    readonly rule: string;
    readonly location: { readonly source: string; readonly region: { readonly startLine: number } };
  }[];
  readonly notChecked: readonly { readonly reason: string }[];
}

/** Most code here reads no results: the rule is on in the folder about it. */
const OFF = 'ignored-result';

test.each(readdirSync(folder))('%s', async (name) => {
  const base = new URL(`${name}/`, folder);
  const events = existsSync(new URL('events.json', base)) ? ['--events', 'events.json'] : [];
  const off = name === OFF ? [] : ['--rule', `${OFF}=off`];
  const { out } = await run(['code', '.', ...events, ...off, '-f', 'json'], {
    cwd: fileURLToPath(base),
  });
  const { findings, notChecked } = JSON.parse(out) as Report;
  const found = findings.map(
    ({ rule, location: { source, region } }) => `${source}:${region.startLine} ${rule}`,
  );
  const open = new Set(
    notChecked.flatMap(({ reason }) => {
      const [, listed = ''] = /^not resolved: (.*)$/.exec(reason) ?? [];
      return [...listed.matchAll(/(?:the (?:event )?|a )(\w+) \((.*?):([\d, ]+)\)/g)].flatMap(
        ([, what, source, lines = '']) =>
          lines.split(', ').map((line) => `${source}:${line} open ${what}`),
      );
    }),
  );
  expect([...found, ...open].sort()).toEqual([...expectedIn(base)].sort());
});
