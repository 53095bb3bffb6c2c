import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run, TWO_FAULTS } from './run.ts';

const OTHER = CLEAN.replaceAll('wf_welcome', 'wf_other').replace('Welcome series', 'Other series');

function project(files: Record<string, string>): string {
  const folder = folderOf({ 'events.json': EVENTS, ...files });
  mkdirSync(join(folder, '.git'));
  return folder;
}

const report = async (cwd: string, ...args: string[]) => {
  const { out, err, code } = await run([...args, '-f', 'json'], { cwd });
  const { summary, findings } = JSON.parse(out);
  return {
    code,
    err,
    summary,
    findings: findings as { rule: string; fingerprint: string; suppressed?: object }[],
    rules: findings.map(({ rule }: { rule: string }) => rule),
  };
};

const suppressing = (more: object) =>
  JSON.stringify({ suppressions: [{ rule: 'dangling-edge', reason: 'on purpose', ...more }] });

describe('suppressions', () => {
  test('a suppressed finding does not count, and is listed with its reason on request', async () => {
    const cwd = project({
      'a.json': FAULTY,
      'edgewise.config.json': suppressing({ workflow: 'Welcome series', edge: 'e1' }),
    });
    const plain = await report(cwd);
    expect(plain).toMatchObject({
      code: 0,
      err: '',
      rules: [],
      summary: { errors: 0, suppressed: 1 },
    });
    const shown = await report(cwd, '--show-suppressed');
    expect(shown.code).toBe(0);
    expect(shown.findings[0]?.suppressed).toEqual({ by: 'suppression', reason: 'on purpose' });
    expect((await run(['--show-suppressed'], { cwd })).out).toContain('does not count: on purpose');
    expect((await run([], { cwd })).out).toContain('suppressed: 1 finding\n');
    const [result] = JSON.parse((await run(['--show-suppressed', '-f', 'sarif'], { cwd })).out)
      .runs[0].results;
    expect(result.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'on purpose' },
    ]);
  });

  test('a suppression applies on its last day; afterwards the finding returns and the suppression is reported', async () => {
    const cwd = project({
      'a.json': FAULTY,
      'edgewise.config.json': suppressing({ expires: '2027-01-31' }),
    });
    expect(await report(cwd, '--now', '2027-01-31')).toMatchObject({ code: 0, err: '' });
    expect(await report(cwd, '--now', '2027-01-31T23:59:59Z')).toMatchObject({ code: 0 });
    const over = await report(cwd, '--now', '2027-02-01');
    expect(over).toMatchObject({ code: 1, rules: ['dangling-edge'] });
    expect(over.err).toBe(
      'edgewise: edgewise.config.json:1:18: this suppression of "dangling-edge" expired on 2027-01-31, so its finding counts again\n',
    );
    expect((await run(['--now', '2027-02-01'], { cwd, columns: 120 })).out).toContain(
      'note: edgewise.config.json:1:18: this suppression of "dangling-edge" expired on 2027-01-31',
    );
  });

  test('a suppression without a match is reported, and does not fail the run', async () => {
    const cwd = project({
      'a.json': CLEAN,
      'b.json': OTHER,
      'edgewise.config.json': suppressing({ workflow: 'wf_welcome' }),
    });
    const { code, err } = await report(cwd);
    expect(code).toBe(0);
    expect(err).toBe(
      'edgewise: edgewise.config.json:1:18: this suppression of "dangling-edge" matches nothing: delete it\n',
    );
    expect((await report(cwd, 'a.json')).err).toContain('matches nothing');
    expect((await report(cwd, 'b.json')).err, 'its workflow was not read').toBe('');
    expect((await report(cwd, '--only', 'cycle')).err, 'its rule did not run').toBe('');
    expect((await report(cwd, '--workflow', 'wf_other')).err, 'its workflow was left out').toBe('');
  });

  test('one whose rule the run did not check is not reported as unmatched', async () => {
    const suppressed = (rule: string, more = '') =>
      project({
        'a.json': CLEAN,
        'edgewise.config.json': `{ ${more} "suppressions": [{ "rule": "${rule}", "reason": "x" }] }`,
      });
    const noted = async (cwd: string, ...args: string[]) => {
      const { code, err } = await report(cwd, ...args);
      expect(code).toBe(0);
      return err.includes('matches nothing');
    };
    const excess = suppressed('trailing-delay', '"preset": "correctness",');
    expect(await noted(excess)).toBe(true);
    expect(await noted(excess, '--preset', 'correctness')).toBe(false);
    expect(await noted(excess, '--rule', 'self-loop=off')).toBe(false);
    expect(await noted(suppressed('sent-unknown-event')), 'it is about code').toBe(false);
    expect(await noted(suppressed('unknown-template')), 'there are no templates').toBe(false);
  });

  test('findings about unreadable input cannot be suppressed', async () => {
    const cwd = project({
      'a.json': '{ "steps": [',
      'edgewise.config.json': '{ "suppressions": [{ "rule": "invalid-json", "reason": "x" }] }',
    });
    expect((await run([], { cwd })).err).toContain('"invalid-json" cannot be suppressed');
  });
});

describe('baseline', () => {
  const baseline = ['--baseline', 'accepted.json', '--preset', 'correctness'];

  test('its findings do not count, also when the lines around them change', async () => {
    const cwd = project({ 'a.json': TWO_FAULTS });
    const updated = await report(cwd, ...baseline, '--update-baseline');
    expect(updated).toMatchObject({ code: 0, summary: { errors: 0, baselined: 2 } });
    expect(updated.err).toBe('edgewise: accepted.json: 2 findings accepted (2 new, 0 dropped)\n');
    const text = readFileSync(join(cwd, 'accepted.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      findings: [
        { rule: 'dangling-edge', source: 'a.json', workflow: 'Welcome series' },
        { rule: 'invalid-config', source: 'a.json', workflow: 'Welcome series' },
      ],
    });
    expect(await report(cwd, ...baseline)).toMatchObject({ code: 0, err: '', rules: [] });

    const value = JSON.parse(TWO_FAULTS);
    writeFileSync(
      join(cwd, 'a.json'),
      `\n\n\n${JSON.stringify({ ...value, steps: value.steps.reverse() }, null, 3)}`,
    );
    renameSync(join(cwd, 'a.json'), join(cwd, 'z.json'));
    const after = await report(cwd, ...baseline, '--rule', 'trigger-not-first=off');
    expect(after).toMatchObject({ code: 0, err: '', summary: { baselined: 2 } });
    await run([...baseline, '--update-baseline', '--rule', 'trigger-not-first=off'], { cwd });
    expect(readFileSync(join(cwd, 'accepted.json'), 'utf8').replaceAll('z.json', 'a.json')).toBe(
      text,
    );
  });

  test('paths in it do not depend on the working directory, and an update keeps entries of files that were not read', async () => {
    const cwd = project({
      'wf/a/a.json': TWO_FAULTS,
      'wf/b/b.json': TWO_FAULTS.replaceAll('wf_welcome', 'wf_other').replace(
        'Welcome series',
        'Other',
      ),
    });
    await run(['wf', ...baseline, '--update-baseline'], { cwd });
    const text = readFileSync(join(cwd, 'accepted.json'), 'utf8');
    expect(text).toContain('"source": "wf/b/b.json"');
    const inner = await run(['a', '--baseline', '../accepted.json', '--update-baseline'], {
      cwd: join(cwd, 'wf'),
    });
    expect(inner.err).toBe('');
    expect(inner.out).toContain('4 findings accepted (0 new, 0 dropped)');
    expect(readFileSync(join(cwd, 'accepted.json'), 'utf8')).toBe(text);
    unlinkSync(join(cwd, 'wf/b/b.json'));
    expect(
      (
        await run(['a', '--baseline', '../accepted.json'], {
          cwd: join(cwd, 'wf'),
        })
      ).out,
    ).toContain('2 entries match nothing any more');
  });

  test('an update keeps entries of rules that the flags leave out, and is not made when a rule fails', async () => {
    const cwd = project({
      'a.json': TWO_FAULTS,
      'own.mjs': `export default { id: 'our/fault', severity: 'error', preset: 'correctness', category: 'email',
        summary: 'S.', why: 'W.', remedy: 'R.', workflow() { throw new Error('oh'); } };`,
    });
    await run([...baseline, '--update-baseline'], { cwd });
    writeFileSync(join(cwd, 'a.json'), CLEAN);
    const update = async (...args: string[]) =>
      (
        await run(['--baseline', 'accepted.json', '--update-baseline', ...args], {
          cwd,
        })
      ).out;
    expect(await update('--rule', 'dangling-edge=off')).toContain(
      'accepted.json: 1 finding accepted (0 new, 1 dropped)\n',
    );
    expect(await update('--plugin', 'own.mjs')).toContain(
      'accepted.json was not updated, because a rule failed\n',
    );
  });

  test('a finding of standard input is accepted without a path', async () => {
    const cwd = project({});
    const given = ['-', '--baseline', 'accepted.json', '--only', 'dangling-edge'];
    await run([...given, '--update-baseline'], { cwd, input: FAULTY });
    expect(readFileSync(join(cwd, 'accepted.json'), 'utf8')).toContain('"source": "-"');
    expect((await run(given, { cwd, input: FAULTY })).code).toBe(0);
  });

  test('it may start with a byte order mark, and a folder is refused', async () => {
    const cwd = project({ 'a.json': CLEAN, 'accepted.json': '\ufeff{"version":1,"findings":[]}' });
    expect(await report(cwd, ...baseline)).toMatchObject({ code: 0, err: '' });
    expect((await run(['a.json', '--baseline', '.'], { cwd })).err).toBe(
      'edgewise: the baseline ".": is a folder\n',
    );
  });

  test('a fixed finding and a new one of the same rule are told apart', async () => {
    const cwd = project({ 'a.json': FAULTY });
    await run([...baseline, '--update-baseline'], { cwd });
    writeFileSync(
      join(cwd, 'a.json'),
      CLEAN.replace(
        '"edges":[',
        '"edges":[{"id":"e2","from_step_id":"welcome","to_step_id":"nowhere","edge_type":"default"},',
      ),
    );
    const { code, rules, err } = await report(cwd, ...baseline);
    expect(code).toBe(1);
    expect(rules).toEqual(['dangling-edge']);
    expect(err).toBe(
      'edgewise: accepted.json: 1 entry matches nothing any more: --update-baseline drops it\n',
    );
  });

  test('an update replaces the fingerprints of an earlier build', async () => {
    const cwd = project({ 'a.json': TWO_FAULTS });
    const path = join(cwd, 'accepted.json');
    await run([...baseline, '--update-baseline'], { cwd });
    const accepted = readFileSync(path, 'utf8');
    writeFileSync(path, accepted.replaceAll('"fingerprint": "', '"fingerprint": "0'));
    expect((await report(cwd, ...baseline)).code).toBe(1);
    expect((await report(cwd, ...baseline, '--update-baseline')).err).toBe(
      'edgewise: accepted.json: 2 findings accepted (2 new, 2 dropped)\n',
    );
    expect(readFileSync(path, 'utf8')).toBe(accepted);
    expect(await report(cwd, ...baseline)).toMatchObject({ code: 0, err: '' });
  });

  test('an update drops fixed findings, and keeps those of files and rules that were not checked', async () => {
    const cwd = project({
      'a.json': TWO_FAULTS,
      'b.json': TWO_FAULTS.replaceAll('wf_welcome', 'wf_b').replace('Welcome series', 'B'),
    });
    expect((await report(cwd, ...baseline, '--update-baseline')).summary.baselined).toBe(4);
    writeFileSync(join(cwd, 'a.json'), CLEAN);
    expect((await report(cwd, 'a.json', 'events.json', ...baseline, '--update-baseline')).err).toBe(
      'edgewise: accepted.json: 2 findings accepted (0 new, 2 dropped)\n',
    );
    expect((await report(cwd, '--only', 'cycle', ...baseline, '--update-baseline')).err).toBe(
      'edgewise: accepted.json: 2 findings accepted (0 new, 0 dropped)\n',
    );
    expect(await report(cwd, ...baseline)).toMatchObject({ code: 0, err: '' });
    unlinkSync(join(cwd, 'b.json'));
    expect((await report(cwd, ...baseline, '--update-baseline')).err).toBe(
      'edgewise: accepted.json: 0 findings accepted (0 new, 2 dropped)\n',
    );
  });

  test('findings about unreadable input are not accepted', async () => {
    const cwd = project({ 'a.json': '{ "steps": [' });
    expect(await report(cwd, ...baseline, '--update-baseline')).toMatchObject({
      code: 1,
      rules: ['invalid-json'],
    });
    expect(await report(cwd, ...baseline)).toMatchObject({ code: 1 });
  });

  test('suppressed findings are left out', async () => {
    const cwd = project({ 'a.json': TWO_FAULTS, 'edgewise.config.json': suppressing({}) });
    await report(cwd, ...baseline, '--update-baseline');
    const text = readFileSync(join(cwd, 'accepted.json'), 'utf8');
    expect(text).toContain('invalid-config');
    expect(text).not.toContain('dangling-edge');
    expect((await report(cwd, ...baseline)).summary).toMatchObject({ suppressed: 1, baselined: 1 });
  });

  test('usage errors are reported', async () => {
    const cwd = project({ 'a.json': FAULTY, 'junk.json': '[]' });
    expect((await run([...baseline], { cwd })).err).toBe(
      'edgewise: the baseline "accepted.json" does not exist\n          add --update-baseline to write it from the findings of today\n',
    );
    expect((await run(['--update-baseline'], { cwd })).err).toContain(
      '--update-baseline needs to know which',
    );
    expect((await run(['a.json', '--baseline', 'junk.json'], { cwd })).err).toContain(
      '"junk.json" is not a baseline: it holds an array, not an object',
    );
    expect((await run(['a.json', '--baseline', '.git'], { cwd })).err).toContain(
      'the baseline ".git": is a folder',
    );
    expect(existsSync(join(cwd, 'accepted.json'))).toBe(false);
  });
});

test('20,000 entries over 300 files that match nothing are counted', async () => {
  const events = JSON.stringify({ object: 'list', has_more: false, data: [] });
  const cwd = project({
    ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`lists/${i}.json`, events])),
    'a.json': CLEAN,
  });
  const findings = Array.from({ length: 20_000 }, (_, i) => ({
    fingerprint: `f${i}`,
    rule: 'cycle',
    source: `lists/${i % 300}.json`,
  }));
  writeFileSync(join(cwd, 'baseline.json'), JSON.stringify({ version: 1, findings }));
  const { err } = await report(cwd, '--baseline', 'baseline.json');
  expect(err).toContain('20000 entries match nothing any more');
});
