import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, runBuilt } from './run.ts';

const env = { AI_AGENT: 'tester' };
const NOTE =
  'edgewise: run by an agent (tester), so the format is agent; -f text prints the report for people\n';

test('an agent gets the format "agent", and a note that names it', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const { out, err, code } = runBuilt(['faulty.json'], { cwd, env });
  expect(err).toBe(NOTE);
  expect(out).toBe(runBuilt(['faulty.json', '-f', 'agent'], { cwd }).out);
  expect(code).toBe(1);
});

test('an explicit format is kept, and other users get text', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const text = runBuilt(['faulty.json', '-f', 'compact'], { cwd });
  expect(runBuilt(['faulty.json', '-f', 'compact'], { cwd, env })).toEqual(text);
  const { out, err } = runBuilt(['faulty.json'], { cwd });
  expect(out).toContain('dangling-edge');
  expect(err).toBe('');
});

test('escape sequences in the name of an agent are escaped', () => {
  const cwd = folderOf({ 'clean.json': CLEAN });
  const { err } = runBuilt(['clean.json'], { cwd, env: { AI_AGENT: '\u001b[2J\n::error::x' } });
  expect(err).toContain('(\\u001b[2j\\n::error::x)');
});

test('--dry-run prints the diff instead of a report', () => {
  const cwd = folderOf({ 'faulty.json': FAULTY });
  const { out } = runBuilt(['faulty.json', '--fix', '--dry-run'], { cwd, env });
  expect(applyPatch(FAULTY, out)).toBe(CLEAN);
  expect(readFileSync(join(cwd, 'faulty.json'), 'utf8')).toBe(FAULTY);
});
