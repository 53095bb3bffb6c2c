import { describe, expect, test } from 'vitest';
import type { ContactEffect } from '../../src/features/diff/difference.ts';
import { folderOf, run } from '../cli/run.ts';
import { runLive } from '../live/run.ts';
import { startService } from '../live/service.ts';

const CONFIGS: Readonly<Record<string, object>> = {
  trigger: { event_name: 'tea.ordered' },
  delay: { duration: '2 days' },
};
const ID = '7f1e9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21';

/** A workflow whose steps follow each other: `d1`, `d2` … are delays, anything else is an email with that template. */
function sequence(keys: string, more: object = {}, templates: Record<string, string> = {}) {
  const steps = `start ${keys}`.split(' ').map((key) => {
    const type = key === 'start' ? 'trigger' : /^d\d$/.test(key) ? 'delay' : 'send_email';
    const mail = { template: { id: templates[key] ?? `tpl_${key}` }, from: 'a@shop.io' };
    return { key, type, config: CONFIGS[type] ?? { ...mail, subject: key } };
  });
  const connections = steps
    .slice(1)
    .map(({ key }, i) => ({ from: steps[i]?.key, to: key, type: 'default' }));
  const times = { created_at: '2026-10-01T00:00:00.000Z', updated_at: '2026-10-01T00:00:00.000Z' };
  return {
    ...{ object: 'automation', id: ID, name: 'Tea', status: 'enabled', ...times },
    ...{ steps, connections, ...more },
  };
}

async function deploy(next: object | undefined, live: object | undefined) {
  const service = await startService({
    family: 'automations',
    workflows: live === undefined ? [] : [live as { id: string }],
  });
  const cwd = folderOf({ 'a.json': JSON.stringify(next === undefined ? [] : [next]) });
  const args = [
    'diff',
    'a.json',
    'live',
    '--events',
    'none',
    '--resources',
    'none',
    '--allow-empty',
  ];
  const options = { url: service.url, cwd, columns: 120 };
  const json = await runLive([...args, '-f', 'json'], options);
  const text = await runLive(args, options);
  const { workflows } = JSON.parse(json.out);
  const [workflow] = workflows;
  return {
    deployment: workflow?.deployment,
    out: text.out.replace(/\n {6}/g, ' '),
  };
}

const graphOf = async (next: object, live: object | undefined) =>
  (await deploy(next, live)).deployment;

describe('actions of a deployment', () => {
  test('the graph of an enabled automation cannot be updated', async () => {
    const { out, deployment } = await deploy(sequence('a d1 b c'), sequence('a d1 b'));
    expect(deployment).toMatchObject({ action: 'disable-or-duplicate', id: ID });
    expect(out).toContain(
      '  deployment: the graph of an enabled automation cannot be updated: disable it first, or duplicate it and edit the copy\n\n',
    );
  });

  test('the graph of a disabled automation can be updated', async () => {
    const off = { status: 'disabled' };
    expect(await graphOf(sequence('a d1 b c', off), sequence('a d1 b', off))).toEqual({
      ...{ action: 'update', id: ID, contacts: [] },
      message: 'its graph can be updated: it is disabled',
    });
  });

  test('a name and a status can be changed while it is enabled', async () => {
    const live = sequence('a d1 b');
    expect(await graphOf({ ...live, name: 'Coffee' }, live)).toMatchObject({
      action: 'update',
      message: 'can be updated while it is enabled: its graph is the same',
    });
    const off = { ...live, status: 'disabled' };
    expect((await graphOf(off, live)).message).toContain('runs under way continue to completion');
    expect((await graphOf(live, off)).message).toBe('enable it: contacts start it from then on');
    const { steps: _, connections: __, ...listed } = off;
    expect((await graphOf(listed, live)).message).toContain('disable it');
  });

  test('an automation on one side only is created or kept', async () => {
    expect((await deploy(sequence('a'), undefined)).deployment).toMatchObject({
      action: 'create',
      message: 'not in the account: create it and enable it',
    });
    expect((await graphOf(sequence('a', { status: 'disabled' }), undefined)).message).toBe(
      'not in the account: create it',
    );
    expect((await deploy(undefined, sequence('a'))).deployment).toMatchObject({
      action: 'keep',
      id: ID,
    });
  });

  test('the account can be the first side', async () => {
    const { url } = await startService({
      family: 'automations',
      workflows: [sequence('a d1')],
      events: [],
    });
    const cwd = folderOf({ 'a.json': JSON.stringify(sequence('d1 a')) });
    const args = ['diff', 'live', 'a.json', '--events', 'none', '-f'];
    const { out } = await runLive([...args, 'markdown'], { url, cwd });
    expect(out).toContain(
      '- `deployment: a contact at delay "d1" who continues in the new graph gets send_email "a" twice`\n',
    );
    expect(out).toMatch(/^deployment of "a\.json": \d+ findings? appears? in the account/m);
  });

  test('the findings that appear in the account, and that go', async () => {
    const { connections, ...live } = sequence('a d1');
    const leadingTo = (...keys: readonly string[]) => ({
      ...live,
      connections: [...connections, ...keys.map((to) => ({ from: 'd1', to }))],
    });
    const { url } = await startService({ family: 'automations', workflows: [leadingTo('v', 'w')] });
    const cwd = folderOf({
      'one.json': JSON.stringify(leadingTo('x')),
      'two.json': JSON.stringify(leadingTo('v', 'y', 'z')),
    });
    for (const [file, counts] of [
      ['one', '1 finding appears in the account, 2 findings go'],
      ['two', '2 findings appear in the account, 1 finding goes'],
    ] as const) {
      const args = ['diff', 'live', `${file}.json`, '--only', 'dangling-edge', '--events', 'none'];
      const options = { url, cwd, columns: 120 };
      const { out } = await runLive([...args, '--resources', 'none'], options);
      expect(out).toMatch(/\/automations\/[\w-]+#\/connections\/\d\/to/);
      expect(out).toContain(`\ndeployment of "${file}.json": ${counts}\n`);
    }
  });

  test('a comparison of files has no deployment', async () => {
    const cwd = folderOf({
      'a.json': JSON.stringify(sequence('a d1 b')),
      'b.json': JSON.stringify(sequence('a d1 b c')),
    });
    const { out } = await run(['diff', 'a.json', 'b.json'], { cwd });
    expect(out).not.toContain('deployment');
  });
});

describe('contacts with a run under way', () => {
  const contacts = async (next: object, live: object) => (await graphOf(next, live)).contacts;
  const at = 'delay "d1"';

  test('get an email twice when it moves behind their delay', async () => {
    expect(await contacts(sequence('d1 a b'), sequence('a d1 b'))).toEqual([
      { at, email: 'send_email "a"', outcome: 'twice' },
    ]);
  });

  test('never get an email that is added or moved before their delay', async () => {
    const never = (email: string) => [{ at, email, outcome: 'never' }];
    expect(await contacts(sequence('a c d1 b'), sequence('a d1 b'))).toEqual(
      never('send_email "c"'),
    );
    expect(await contacts(sequence('a b d1'), sequence('a d1 b'))).toEqual(never('send_email "b"'));
  });

  test('are grouped by email, and do not wait where no path leads', async () => {
    const { out } = await deploy(sequence('a d1 d2 b'), sequence('d1 d2 b'));
    expect(out).toContain(
      'a contact at delay "d1" and 1 more step who continues in the new graph never gets send_email "a"\n',
    );
    const { connections, ...live } = sequence('d1 d2 b');
    const cut = { ...live, connections: connections.filter(({ to }) => to !== 'd2') };
    expect((await contacts(sequence('a d1 d2 b'), cut)).map(({ at }: ContactEffect) => at)).toEqual(
      [at],
    );
  });

  test('get one template twice and miss the other when two emails swap templates', async () => {
    const swapped = sequence('a d1 b', {}, { a: 'tpl_b', b: 'tpl_a' });
    const retitled = (workflow: ReturnType<typeof sequence>) =>
      JSON.parse(JSON.stringify(workflow).replaceAll(/"subject":"[ab]"/g, '"subject":"Hi"'));
    expect(await contacts(retitled(swapped), retitled(sequence('a d1 b')))).toEqual([
      { at, email: 'send_email "a"', outcome: 'never' },
      { at, email: 'send_email "b"', outcome: 'twice' },
    ]);
  });

  test('get one of two emails of a template twice when it moves behind their delay', async () => {
    const templates = { a: 'tpl', b: 'tpl' };
    expect(
      await contacts(sequence('d1 a b', {}, templates), sequence('a d1 b', {}, templates)),
    ).toEqual([{ at, email: 'send_email "a"', outcome: 'twice' }]);
  });

  test('get no later emails when their delay is removed', async () => {
    expect(await contacts(sequence('a b'), sequence('a d1 b'))).toEqual([
      { at, email: 'send_email "b"', outcome: 'never' },
    ]);
    const mails = Array.from({ length: 60 }, (_, i) => `m${i}`).join(' ');
    const many = await contacts(sequence(mails), sequence(`d1 ${mails}`));
    expect([many.length, many.at(-1).email]).toEqual([50, 'send_email "m49"']);
  });

  test('get an email without a template twice when it moves behind their delay', async () => {
    const bare = (keys: string) => {
      const { steps, ...rest } = sequence(keys);
      const strip = ({ template: _, ...config }: { template?: object }) => config;
      return { ...rest, steps: steps.map((step) => ({ ...step, config: strip(step.config) })) };
    };
    expect(await contacts(bare('d1 a b'), bare('a d1 b'))).toEqual([
      { at, email: 'send_email "a"', outcome: 'twice' },
    ]);
  });

  test('are counted once when several paths lead to their delay', async () => {
    const forked = ({ connections, ...rest }: ReturnType<typeof sequence>) => ({
      ...rest,
      connections: [
        ...connections,
        { from: 'start', to: 'd1', type: 'default' },
        { from: 'lost', to: 'd1', type: 'default' },
      ],
    });
    expect(await contacts(forked(sequence('c a d1 b')), forked(sequence('a d1 b')))).toEqual([
      { at, email: 'send_email "c"', outcome: 'never' },
    ]);
  });

  test('are told what they miss when an insertion renumbers the keys of the steps', async () => {
    const numbered = (keys: string) => {
      const { steps, connections, ...rest } = sequence(keys);
      const names = new Map(steps.map(({ key }, i) => [key, i === 0 ? key : `step_${i}`]));
      const rename = (key = '') => names.get(key);
      return {
        ...rest,
        steps: steps.map(({ key, type, config }) => ({
          ...{ key: rename(key), type },
          config: type === 'delay' ? { duration: `${key.slice(1)} days` } : config,
        })),
        connections: connections.map(({ from, to }) => ({ from: rename(from), to: rename(to) })),
      };
    };
    const [long, short] = [numbered('d9 n d1 a d2 b'), numbered('d1 a d2 b')];
    const never = (n: number, ...emails: number[]) =>
      emails.map((email) => ({
        ...{ at: `delay "step_${n}"`, email: `send_email "step_${email}"`, outcome: 'never' },
      }));
    expect(await contacts(short, long)).toEqual(never(1, 2, 4));
    const { out, deployment } = await deploy(long, short);
    expect(deployment.contacts).toEqual([...never(1, 2), ...never(3, 2)]);
    expect(out).toContain('+ steps delay "step_1" (9 days) → send_email "step_2" (');
    expect(out).not.toMatch(/which was|~ step/);
  });

  test('are not affected by an email added behind the delay, or a changed text', async () => {
    expect(await contacts(sequence('a d1 b c'), sequence('a d1 b'))).toEqual([]);
    const corrected = sequence('a d1 b', {}, { a: 'tpl_a2' });
    expect(await contacts(corrected, sequence('a d1 b'))).toEqual([]);
  });
});
