import { expect, test } from 'vitest';
import { folderOf, run } from '../cli/run.ts';

const start = { key: 'start', type: 'trigger', config: { event_name: 'user.created' } };
const mail = (key: string) => ({
  key,
  type: 'send_email',
  config: { template: { id: `t-${key}` }, subject: `About ${key}`, from: 'A <a@b.io>' },
});
const delay = (key: string, duration: string) => ({ key, type: 'delay', config: { duration } });
const isPro = {
  key: 'pro',
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
};
const wait = { key: 'w', type: 'wait_for_event', config: { event_name: 'order.paid' } };
const STEPS = new Map<string, object>(
  [start, isPro, wait, ...['a', 'b', 'c', 'x', 'y'].map(mail)].map((step) => [step.key, step]),
);

/** `a > b` is a connection, `a > b yes` one of a condition; the steps are those it names. */
function flow(text: string, lengths: Record<string, string> = {}, field = 'connections'): object {
  const types = new Map([
    ['yes', 'condition_met'],
    ['no', 'condition_not_met'],
  ]);
  const edges = text.split(', ').flatMap((chain) => {
    const [path = '', type = ''] = chain.split(' if ');
    const keys = path.split(' > ');
    return keys
      .slice(1)
      .map((to, i) => ({ from: keys[i], to, type: types.get(type) ?? 'default' }));
  });
  const keys = [...new Set(edges.flatMap(({ from, to }) => [from as string, to]))];
  const steps = keys.map((key) => STEPS.get(key) ?? delay(key, lengths[key] ?? '1 day'));
  return { id: 'w1', name: 'Tea', status: 'disabled', steps, [field]: edges };
}

async function linesOf(before: object, after: object, ...args: string[]): Promise<string[]> {
  const cwd = folderOf({ 'a.json': JSON.stringify(before), 'b.json': JSON.stringify(after) });
  const { out } = await run(['diff', 'a.json', 'b.json', '--only', 'invalid-json', ...args], {
    cwd,
    columns: 120,
  });
  const [, block = ''] = /^~ workflow "Tea" \(w1\)\n((?:.|\n)*?)\n\n/m.exec(out) ?? [];
  return block
    .replace(/\n {6}/g, ' ')
    .split('\n')
    .map((line) => line.trim());
}

test('an inserted step is one line, with its content', async () => {
  expect(await linesOf(flow('start > a > d > b'), flow('start > a > d > x > b'))).toEqual([
    'contact: a → b: +1 email',
    '+ step send_email "x" (About x, template t-x) between delay "d" and send_email "b"',
  ]);
  expect(await linesOf(flow('start > a > x > b'), flow('start > a > b'))).toEqual([
    'contact: a → b: −1 email',
    '- step send_email "x" (About x, template t-x) between send_email "a" and send_email "b"',
  ]);
});

test('inserted steps in a row are one line', async () => {
  expect(
    await linesOf(flow('start > a > b'), flow('start > a > d > x > b', { d: '2 days' })),
  ).toEqual([
    'contact: a → b: at once → 2 days, +1 email',
    '+ steps delay "d" (2 days) → send_email "x" (About x, template t-x) between send_email "a" and send_email "b"',
  ]);
  expect(await linesOf(flow('start > a'), flow('start > a > d > x'))).toEqual([
    'contact: after a: +1 email',
    '+ steps delay "d" (1 day) → send_email "x" (About x, template t-x) after send_email "a"',
  ]);
});

test('a moved and a swapped step are one line', async () => {
  expect(await linesOf(flow('start > a > d > b > c'), flow('start > a > b > d > c'))).toContain(
    '~ swapped: delay "d" and send_email "b"',
  );
  expect(await linesOf(flow('start > a > d > b > c'), flow('start > b > d > a > c'))).toContain(
    '~ swapped: send_email "a" and send_email "b"',
  );
  expect(await linesOf(flow('start > d > a > b > c'), flow('start > a > b > d > c'))).toEqual([
    'contact: start → a: 1 day → at once',
    'contact: b → c: at once → 1 day',
    '~ moved: delay "d" from between trigger "start" and send_email "a" to between send_email "b" and send_email "c"',
  ]);
  const swaps = await linesOf(
    flow('start > a > d > b > c > x > y'),
    flow('start > a > b > d > c > y > x'),
  );
  expect(swaps.filter((line) => !line.startsWith('contact: '))).toEqual([
    '~ swapped: delay "d" and send_email "b"',
    '~ swapped: send_email "x" and send_email "y"',
  ]);
  expect(await linesOf(flow('start > a > b > c'), flow('start > b > c > a'))).toContain(
    '~ moved: send_email "a" from between trigger "start" and send_email "b" to after send_email "c"',
  );
  expect(await linesOf(flow('start > b > c > a'), flow('start > a > b > c'))).toContain(
    '~ moved: send_email "a" from after send_email "c" to between trigger "start" and send_email "b"',
  );
});

test('a branch of an inserted condition names it', async () => {
  const after = flow('start > a > pro, pro > b if yes, pro > x > d > y if no');
  expect(await linesOf(flow('start > a > b'), after)).toEqual([
    '+ step condition "pro" (event.plan = pro) between send_email "a" and send_email "b"',
    '+ steps send_email "x" (About x, template t-x) → delay "d" (1 day) → send_email "y" (About y, template t-y) after condition "pro" (condition_not_met)',
  ]);
});

test('other changed edges keep a line, in the word of the file', async () => {
  const [before, after] = ['start > a > b > c', 'start > a > c, b > c'];
  expect(await linesOf(flow(before), flow(after))).toEqual(
    [
      'contact: a → c: ',
      '- connection from send_email "a" to send_email "b"',
      '+ connection from send_email "a" to send_email "c"',
    ].filter((line) => !line.startsWith('contact')),
  );
  const alpha = await linesOf(flow(before, {}, 'edges'), flow(after, {}, 'edges'));
  expect(alpha[0]).toBe('- edge from send_email "a" to send_email "b"');
});

test('edges that are no move keep their lines', async () => {
  const changes = async (before: string, after: string): Promise<readonly string[]> =>
    (await linesOf(flow(before), flow(after))).filter((line) => !line.startsWith('contact: '));
  expect(await changes('start > pro, pro > a if yes', 'start > pro, pro > a if no')).toEqual([
    '- connection from condition "pro" to send_email "a" (condition_met)',
    '+ connection from condition "pro" to send_email "a" (condition_not_met)',
  ]);
  expect(await changes('start > a > b > c', 'start > c > a, b > c')).toEqual([
    '- connection from trigger "start" to send_email "a"',
    '- connection from send_email "a" to send_email "b"',
    '+ connection from trigger "start" to send_email "c"',
    '+ connection from send_email "c" to send_email "a"',
  ]);
  expect(await changes('start > a', 'start > a > x > y > x')).toEqual([
    '+ steps send_email "x" (About x, template t-x) → send_email "y" (About y, template t-y) after send_email "a"',
    '+ connection from send_email "y" to send_email "x"',
  ]);
  expect(await changes('start > a', 'start > a, x > y')).toEqual([
    '+ step send_email "x" (About x, template t-x)',
    '+ step send_email "y" (About y, template t-y)',
    '+ connection from send_email "x" to send_email "y"',
  ]);
});

test('a step on a new way to a step that is there already is one line', async () => {
  const [short, long] = ['start > a > pro, pro > b if yes', ', pro > x > b if no'];
  const line =
    'step send_email "x" (About x, template t-x) between condition "pro" (condition_not_met) and send_email "b"';
  const [added, removed] = [
    await linesOf(flow(short), flow(short + long)),
    await linesOf(flow(short + long), flow(short)),
  ];
  expect(added).toEqual(['contact: a → b: 0 → 0 to 1 other email', `+ ${line}`]);
  expect(removed).toEqual(['contact: a → b: 0 to 1 → 0 other emails', `- ${line}`]);
});

test('a contact notices the time between emails', async () => {
  const text = 'start > a > d > b';
  const compared = (before: string, after: string) =>
    linesOf(flow(text, { d: before }), flow(text, { d: after }));
  expect((await compared('10 days', '12 days'))[0]).toBe('contact: a → b: 10 → 12 days');
  expect((await compared('1 day', '2 days'))[0]).toBe('contact: a → b: 1 → 2 days');
  expect((await compared('2 hours', '3 days'))[0]).toBe('contact: a → b: 2 hours → 3 days');
  expect((await compared('2 days', '1 day'))[0]).toBe('contact: a → b: 2 → 1 day');
  expect((await compared('1 day', '25 hours'))[0]).toBe('contact: a → b: 1 day → 1 day 1 hour');
});

/** The first line: what a contact notices. */
async function contact(before: string, after: string, lengths = {}): Promise<string | undefined> {
  const [line] = await linesOf(flow(before), flow(after, lengths));
  return line;
}

test('a contact notices a wait that may take any time', async () => {
  const text = 'start > a > w > b';
  expect(await contact('start > a > b', text)).toBe('contact: a → b: at once → any time');
  expect(await contact(text, 'start > a > w > d > b')).toBe(
    'contact: a → b: any time → 1 day or more',
  );
});

test('a contact notices the times and the emails of all branches', async () => {
  const ask = 'start > a > pro, pro > b if no, ';
  expect(
    await contact(`${ask}pro > d > b if yes`, `${ask}pro > d > b if yes`, { d: '3 days' }),
  ).toBe('contact: a → b: at once to 1 day → at once to 3 days');
  expect(await contact('start > a > d > b', `${ask}pro > d > b if yes`)).toBe(
    'contact: a → b: 1 day → at once to 1 day',
  );
  expect(await contact(`${ask}pro > b if yes`, `${ask}pro > x > b if yes`)).toBe(
    'contact: a → b: 0 → 0 to 1 other email',
  );
  expect(await contact(`${ask}pro > b if yes`, `${ask}pro > x > y > b if yes`)).toBe(
    'contact: a → b: 0 → 0 to 2 other emails',
  );
  expect(await contact(`${ask}pro > x > b if yes`, `${ask}pro > b if yes`)).toBe(
    'contact: a → b: 0 to 1 → 0 other emails',
  );
  expect(
    await contact(`${ask}pro > x > b if yes`, 'start > a > y > pro, pro > b if no, pro > x > b'),
  ).toBe('contact: a → b: +1 email');
  expect(await contact('start > a > x > y > b', 'start > a > b')).toBe('contact: a → b: −2 emails');
  expect(await contact('start > a > x', 'start > a > x > d > y')).toBe(
    'contact: after x: +1 email',
  );
});

test('a changed condition is in words', async () => {
  const text = 'start > pro, pro > a if yes, pro > b if no';
  const before = flow(text) as { steps: { key: string; config: object }[] };
  const steps = before.steps.map((step) =>
    step.key === 'pro' ? { ...step, config: { ...step.config, value: 'team' } } : step,
  );
  expect(await linesOf(before, { ...before, steps })).toEqual([
    '~ step condition "pro"',
    'condition: event.plan is "pro" → event.plan is "team"',
  ]);
  const waits = before.steps.map((step) => (step.key === 'pro' ? { ...wait, key: 'pro' } : step));
  const lines = await linesOf({ ...before, steps: waits }, before);
  expect(lines).toContain('/type: "wait_for_event" → "condition"');
  expect(lines.filter((line) => line.startsWith('condition: '))).toEqual([]);
});

test('of a wait, the changed filter is in words, and other fields are not', async () => {
  const waiting = (value: string, timeout: string) => {
    const rule = { type: 'rule', field: 'event.plan', operator: 'eq', value };
    const config = { event_name: 'order.paid', timeout, filter_rule: rule };
    const wait = { key: 'w', type: 'wait_for_event', config };
    const connections = [{ from: 'start', to: 'w', type: 'default' }];
    return { id: 'w1', name: 'Tea', status: 'disabled', steps: [start, wait], connections };
  };
  expect(await linesOf(waiting('pro', '1 day'), waiting('team', '2 days'))).toEqual([
    '~ step wait_for_event "w"',
    'condition: event.plan is "pro" → event.plan is "team"',
    '/config/timeout: "1 day" → "2 days"',
  ]);
  const added = await linesOf(flow('start > w'), waiting('pro', '1 day'));
  expect(added.join()).toContain(',/config/filter_rule: (none) → {');
  expect(added.join()).not.toContain('condition: ');
});

test('findings of a rule that one side was not checked by are not compared', async () => {
  const event = { object: 'event', name: 'user.created', schema: {} };
  const bundle = (workflow: object, events?: object[]) =>
    JSON.stringify({ workflows: [workflow], ...(events && { events }) });
  const cwd = folderOf({
    'a.json': bundle(flow('start > a'), [{ ...event, name: 'other' }]),
    'b.json': bundle(flow('start > a > b')),
  });
  const diff = async (...sides: readonly string[]) =>
    (await run(['diff', ...sides, '--only', 'unknown-event'], { cwd })).out;
  for (const [out, side] of [
    [await diff('a.json', 'b.json'), 'second'],
    [await diff('b.json', 'a.json'), 'first'],
  ] as const) {
    expect(out).not.toContain('findings that');
    expect(out).toContain(
      `\nnot compared: findings of unknown-event: not checked on the ${side} side: `,
    );
  }
});

test('of the rules that one side was not checked by, three are named', async () => {
  const { steps, ...rest } = flow('start > a > w > pro') as { steps: { config: object }[] };
  const template = { id: 't', variables: { PLAN: { var: 'event.planx' } } };
  const changed = new Map<unknown, object>([
    [steps[1], { template }],
    [steps[3], { operator: 'gt', value: 1 }],
  ]);
  const faulty = steps.map((step) => ({
    ...step,
    config: { ...step.config, ...changed.get(step) },
  }));
  const [first, second] = ['Tea', 'Coffee'].map((name) => ({ ...rest, steps: faulty, name }));
  const events = ['user.created', 'user.createdd'].map((name) => ({
    ...{ object: 'event', name },
    schema: { plan: 'string' },
  }));
  const cwd = folderOf({
    'a.json': JSON.stringify({ workflows: [first], events }),
    'b.json': JSON.stringify({ workflows: [second] }),
  });
  const args = ['diff', 'a.json', 'b.json', '--preset', 'strict'];
  const { out } = await run(args, { cwd, columns: 200 });
  expect(out).toMatch(/^not compared: findings of (?:[a-z-]+, ){2}[a-z-]+ and 1 more rule: not /m);
});

test('findings of a rule that was checked in part on both sides are compared', async () => {
  // Whether the template of the first email has a subject is not known.
  const withSubjects = (...subjects: readonly (string | undefined)[]): string => {
    const { steps, ...rest } = flow('start > a > b > c') as { steps: { config: object }[] };
    const set = steps.slice(1).map((step, i) => {
      return { ...step, config: { ...step.config, subject: subjects[i] } };
    });
    return JSON.stringify({ ...rest, steps: [start, ...set] });
  };
  const cwd = folderOf({
    'a.json': withSubjects(undefined, ' ', ' '),
    'b.json': withSubjects(undefined, ' ', 'Hi'),
  });
  const { out } = await run(['diff', 'a.json', 'b.json', '--only', 'missing-subject'], { cwd });
  expect(out).toContain('· 1 finding went\n');
  expect(out).not.toContain('not compared: ');
});
