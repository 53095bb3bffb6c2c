import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, runBuilt } from './run.ts';

const env = { AI_AGENT: 'tester' };
const NOTE =
  'edgewise: run by an agent (tester), so the format is agent; -f text prints the report for people\n';

test('an agent gets its format, and a line that says so', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const { out, err, code } = runBuilt(['faulty.json'], { cwd, env });
  expect(err).toBe(NOTE);
  expect(out).toBe(runBuilt(['faulty.json', '-f', 'agent'], { cwd }).out);
  expect(code).toBe(1);
});

test('a format that is named stays, and people get text', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const text = runBuilt(['faulty.json', '-f', 'compact'], { cwd });
  expect(runBuilt(['faulty.json', '-f', 'compact'], { cwd, env })).toEqual(text);
  const { out, err } = runBuilt(['faulty.json'], { cwd });
  expect(out).toContain('dangling-edge');
  expect(err).toBe('');
});

test('the name of an agent cannot move a cursor', () => {
  const cwd = folderOf({ 'clean.json': CLEAN });
  const { err } = runBuilt(['clean.json'], { cwd, env: { AI_AGENT: '\u001b[2J\n::error::x' } });
  expect(err).toContain('(\\u001b[2j\\n::error::x)');
});

test('--dry-run shows the diff in place of either report', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const { out } = runBuilt(['faulty.json', '--fix', '--dry-run'], { cwd, env });
  expect(applyPatch(FAULTY, out)).toBe(CLEAN);
  expect(readFileSync(join(cwd, 'faulty.json'), 'utf8')).toBe(FAULTY);
});
