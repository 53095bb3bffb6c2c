import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/internal/quality.md', root), 'utf8');

test('docs/internal/quality.md names an existing test for each of 84 cases', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| [^|]+ \| `([^`]+)` \| (.*?) ?\|$/gm)];
  expect([...new Set(rows.map(([, number]) => Number(number)))]).toEqual(
    Array.from({ length: 84 }, (_, i) => i + 1),
  );
  const missing = rows.filter(([, , file = '', title = '']) => {
    const path = new URL(file, root);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
  });
  expect(missing.map(([row]) => row)).toEqual([]);
});
