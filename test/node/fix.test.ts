import { chmodSync, linkSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { writeFix } from '../../src/core/model/fix.ts';
import { defineRule } from '../../src/core/rule.ts';
import { fix } from '../../src/node/fix.ts';
import type { Plan } from '../../src/node/plan.ts';
import { check, contentOf, enterFolder, planOf, read } from './plan.ts';

const CLEAN = `{
  "name": "Welcome",
  "status": "enabled",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "mail", "type": "send_email", "config": { "template": { "id": "hello" } } },
    { "key": "bye", "type": "send_email", "config": { "template": { "id": "bye" } } }
  ],
  "connections": [
    { "from": "start", "to": "mail", "type": "default" },
    { "from": "mail", "to": "bye", "type": "default" }
  ]
}
`;
const FAULTY = CLEAN.replaceAll('"send_email"', '"send_emial"');
const LOOP = '{ "from": "mail", "to": "mail", "type": "default" },\n    ';

const planFor = (rules: readonly string[], more: Partial<Plan['fix']> = {}): Plan =>
  planOf(rules, { fix: { safety: 'safe', isDryRun: false, ...more } });
const PLAN = planFor(['unknown-step-type']);

test('all fixes of a file are made, and mode, byte order mark and line ends are kept', async () => {
  const windows = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;
  enterFolder({ 'a.json': windows(FAULTY), 'b.json': CLEAN });
  chmodSync('a.json', 0o640);
  const { notes, result } = await fix(read('a.json', 'b.json'), PLAN);
  expect(contentOf('a.json')).toBe(windows(CLEAN));
  expect(statSync('a.json').mode & 0o777).toBe(0o640);
  expect(notes).toEqual(['edgewise: 2 fixes made in 1 file']);
  expect(result.findings).toEqual([]);
  expect(readdirSync('.')).toEqual(['a.json', 'b.json']);
});

test('a dry run writes nothing, and its diff applies', async () => {
  enterFolder({ 'a.json': FAULTY });
  const { diff, notes, result } = await fix(
    read('a.json'),
    planFor(['unknown-step-type'], { isDryRun: true }),
  );
  expect(contentOf('a.json')).toBe(FAULTY);
  expect(diff).toMatch(/^--- a\/a\.json\n\+\+\+ b\/a\.json\n@@ /);
  expect(applyPatch(FAULTY, diff ?? '')).toBe(CLEAN);
  expect(notes).toEqual(['edgewise: 2 fixes would be made in 1 file']);
  expect(result.findings).toHaveLength(2);
});

test('lines of JSON Lines are put together again', async () => {
  const line = (text: string, name: string): string =>
    JSON.stringify({ ...JSON.parse(text), name });
  const file = (text: string): string =>
    `${line(CLEAN, 'Wëlcome 👋')}\r\n\n  ${line(text, 'b')}\r${line(text, 'c')}\n\n`;
  enterFolder({ 'all.jsonl': file(FAULTY) });
  await fix(read('all.jsonl'), PLAN);
  expect(contentOf('all.jsonl')).toBe(file(CLEAN));
});

test('unsafe fixes are made only where they are asked for', async () => {
  enterFolder({ 'a.json': CLEAN.replace('{ "from": "mail"', (end) => LOOP + end) });
  expect((await fix(read('a.json'), planFor(['cycle']))).notes).toEqual([
    'edgewise: no fix was made',
  ]);
  await fix(read('a.json'), planFor(['cycle'], { safety: 'unsafe' }));
  expect(contentOf('a.json')).toBe(CLEAN);
});

test('an accepted finding is not fixed', async () => {
  enterFolder({ 'a.json': FAULTY });
  const { findings } = check(read('a.json'), PLAN);
  const baseline = new Set(findings.flatMap(({ fingerprints }) => fingerprints));
  await fix(read('a.json'), { ...PLAN, acceptance: { ...PLAN.acceptance, baseline } });
  expect(contentOf('a.json')).toBe(FAULTY);
});

test('a file that must not be replaced is a failure, and the others are fixed', async () => {
  const names = ['a.json', 'linked.json', 'locked.json', 'other.json', 'own.json'];
  enterFolder(Object.fromEntries(names.map((name) => [name, FAULTY])));
  chmodSync('locked.json', 0o444);
  linkSync('own.json', 'twin.json');
  symlinkSync('other.json', 'link.json');
  const reading = read('a.json', 'link.json', 'locked.json', 'own.json', 'linked.json');
  // It is saved by another program while it is checked.
  writeFileSync('linked.json', `${FAULTY}\n`);
  const { result, notes } = await fix(reading, PLAN);
  const message = 'not fixed: it was changed since it was read';
  expect(result.failures).toEqual([{ source: 'linked.json', message, exit: 2 }]);
  expect(notes).toEqual([
    'edgewise: 2 fixes made in 1 file',
    'edgewise: link.json is not fixed: the file is a symbolic link',
    'edgewise: locked.json is not fixed: the file is read-only',
    'edgewise: own.json is not fixed: the file has other hard links',
  ]);
  expect(contentOf('a.json')).toBe(CLEAN);
  expect(contentOf('linked.json')).toBe(`${FAULTY}\n`);
  // The report is about what is in the files.
  const left = ['link.json', 'linked.json', 'locked.json', 'own.json'];
  expect(new Set(result.findings.map(({ location }) => location.source))).toEqual(new Set(left));
});

test('standard input is not fixed', async () => {
  enterFolder({ 'in.json': FAULTY });
  const inputs = { ...PLAN.inputs, paths: ['-'], stdinName: 'in.json' };
  const { notes } = await fix(read('in.json'), { ...PLAN, inputs });
  expect(notes).toContain('edgewise: in.json is not fixed: it is standard input');
  expect(contentOf('in.json')).toBe(FAULTY);
});

const TEXTS = {
  ...({ preset: 'recommended', stage: 'readable', severity: 'error' } as const),
  ...{ summary: 'A test.', why: 'A test.', remedy: 'None.' },
};

/** Renames a workflow. */
const rename = (from: string, to: string) =>
  defineRule({
    ...{ ...TEXTS, id: `rename-${from}` },
    workflow({ workflow }, report) {
      const fixes = writeFix([workflow, 'name'], to);
      if (workflow.name === from) report({ at: [workflow, 'name'], message: from, fixes });
    },
  });
/** Two errors of each workflow with this name. */
const forbid = (wrong: string) =>
  defineRule({
    ...{ ...TEXTS, id: `no-${wrong}` },
    workflow({ workflow }, report) {
      for (const message of workflow.name === wrong ? ['first', 'second'] : [])
        report({ at: [workflow, 'name'], message, name: message });
    },
  });
/** In the first workflow, an error where another one has its name. */
const unique = defineRule({
  ...{ ...TEXTS, id: 'unique' },
  workspace({ workspace }, report) {
    const [first, ...others] = workspace.workflows;
    const twin = others.find(({ name }) => name === first?.name);
    if (first === undefined || twin === undefined) return;
    report({ at: first, message: 'twin', related: [{ at: twin, message: 'here' }] });
  },
});

const withRules = (...rules: readonly ReturnType<typeof rename>[]): Plan => ({
  ...planFor(rules.map(({ id }) => id)),
  rules: { rules, causes: new Map(), mandatory: new Set() },
});
const named = (name: string): string => CLEAN.replace('Welcome', name);

test('a document that gets worse has its text back, and the finding is named', async () => {
  enterFolder({ 'a.json': named('bad'), 'b.json': named('good') });
  const plan = withRules(rename('bad', 'worse'), rename('good', 'better'), forbid('worse'));
  const { notes } = await fix(read('a.json', 'b.json'), plan);
  expect(contentOf('a.json')).toBe(named('bad'));
  expect(contentOf('b.json')).toBe(named('better'));
  expect(notes).toEqual([
    'edgewise: 1 fix made in 1 file',
    'edgewise: 1 fix not made in a.json: would cause no-worse at a.json:2:11: first',
  ]);
});

test('a fix that causes an error in another document is not made', async () => {
  enterFolder({ 'a.json': named('one'), 'b.json': named('two'), 'c.json': named('good') });
  const plan = withRules(rename('two', 'one'), rename('good', 'better'), unique);
  const { notes } = await fix(read('a.json', 'b.json', 'c.json'), plan);
  expect(['b.json', 'c.json'].map(contentOf)).toEqual([named('two'), named('better')]);
  expect(notes[1]).toBe(
    'edgewise: 1 fix not made in b.json: would cause unique at a.json:1:1: twin',
  );
});

test('fixes that undo each other end', async () => {
  enterFolder({ 'a.json': named('one') });
  const plan = withRules(rename('one', 'two'), rename('two', 'one'));
  const { notes } = await fix(read('a.json'), plan);
  expect(notes).toEqual([
    'edgewise: no fix was made',
    'edgewise: 1 fix not made in a.json: run the command again',
  ]);
});
