import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from '../fast-check.ts';
import { openThread, type Thread } from '../thread.ts';

// Every command ends for small workflows with the mistakes that people make: waits without a timeout and with a timeout branch,
// branches that lead back to any step and to the trigger, unknown keys, and several workflows on one event.

const RUNS = 300;
const EVENTS = ['user.created', 'order.paid', 'user.left'];
const DEFINITIONS = EVENTS.map((name) => ({
  object: 'event',
  name,
  schema: { plan: 'string', seats: 'number' },
}));
const BRANCHES = new Map([
  ['condition', ['condition_met', 'condition_not_met']],
  ['wait_for_event', ['event_received', 'timeout']],
  ['contact_delete', []],
]);

const event = fc.constantFrom(...EVENTS);
const wait = fc.tuple(event, fc.constantFrom(undefined, '3 days', '1 hour', 'soon', null));
const kind = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b').map((id) => mail(id)) },
  { weight: 4, arbitrary: wait.map(([event_name, timeout]) => waitFor(event_name, timeout)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('1 hour', '3 days', 'soon').map((duration) => delay(duration)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('event.plan', 'contact.plan', 'event.seats')
      .map((field) => compare(field)),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ type: 'contact_update', config: { properties: { plan: 'pro' } } }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'contact_delete', config: {} }) },
  { weight: 1, arbitrary: fc.constant({ type: 'send_sms', config: {} }) },
);

function mail(id: string) {
  return {
    type: 'send_email',
    config: { template: { id, variables: { name: { var: 'event.plan' } } } },
  };
}
function waitFor(event_name: string, timeout: string | null | undefined) {
  return {
    type: 'wait_for_event',
    config: { event_name, ...(timeout !== undefined && { timeout }) },
  };
}
function delay(duration: string) {
  return { type: 'delay', config: { duration } };
}
function compare(field: string) {
  return { type: 'condition', config: { type: 'rule', field, operator: 'eq', value: 'pro' } };
}

interface Kind {
  readonly type: string;
  readonly config: object;
}

const trigger = event.map((event_name): Kind => ({ type: 'trigger', config: { event_name } }));
/** Where a branch leads, from the next step on; -1: nowhere, -2: to an unknown key, -3: to the trigger. */
const aim = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat(8) },
  { weight: 1, arbitrary: fc.constantFrom(-1, -2) },
  { weight: 2, arbitrary: fc.constant(-3) },
);

const workflow = fc
  .record({
    trigger,
    others: fc.array(kind, { minLength: 2, maxLength: 7 }),
    aims: fc.array(aim, { minLength: 16, maxLength: 16 }),
    status: fc.constantFrom('enabled', 'enabled', 'enabled', 'disabled'),
    second: fc.option(trigger, { freq: 8, nil: undefined }),
  })
  .map(({ trigger: first, others, aims, status, second }) => {
    const kinds: readonly Kind[] = [first, ...others, ...(second === undefined ? [] : [second])];
    const steps = kinds.map((step, at) => ({ key: `s${at}`, ...step }));
    const connections = steps.flatMap(({ key, type }, at) =>
      (BRANCHES.get(type) ?? ['default']).flatMap((branch, nth) => {
        const by = aims[(at * 2 + nth) % aims.length] as number;
        if (by === -1) return [];
        const to = by === -2 ? 'unknown' : `s${by === -3 ? 0 : (at + 1 + by) % steps.length}`;
        return [{ from: key, to, type: branch }];
      }),
    );
    return { status, steps, connections };
  });

const workspace = fc
  .array(workflow, { minLength: 1, maxLength: 4 })
  .map((workflows) =>
    workflows.map((each, at) => ({ object: 'automation', id: `w${at}`, name: `W ${at}`, ...each })),
  );

const folder = mkdtempSync(join(tmpdir(), 'edgewise-ends-'));
const [before, after] = ['before.json', 'after.json'].map((name) => join(folder, name)) as [
  string,
  string,
];
const PRESETS = ['recommended', 'strict'].map((preset) => lint('--preset', preset));
const OTHERS = [
  lint('--preset', 'strict', '-f', 'html'),
  ...['--fix', '--fix-unsafe'].map((fix) => lint(fix, '--dry-run')),
  ...['mermaid', 'svg'].map((format) => ['graph', before, '-f', format]),
  ...EVENTS.map((name) => ['simulate', name, before]),
  ['diff', before, after],
  ['types', before],
];

function lint(...words: readonly string[]): readonly string[] {
  return ['lint', before, '--no-config', '--fail-on', 'never', ...words];
}

function writeWorkspaces(one: readonly object[], other: readonly object[]): void {
  writeFileSync(before, JSON.stringify({ workflows: one, events: DEFINITIONS }));
  writeFileSync(after, JSON.stringify({ workflows: other, events: DEFINITIONS }));
}

let thread: Thread;

beforeAll(async () => {
  thread = await openThread(new URL('checker.ts', import.meta.url));
});

afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true });
});

/** A wait without a timeout, whose timeout branch leads back to the trigger. */
const LOOP = {
  object: 'automation',
  id: 'w0',
  name: 'W 0',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { key: 'wait', ...waitFor('order.paid', undefined) },
    { key: 'thanks', ...mail('a') },
    { key: 'pause', ...delay('3 days') },
  ],
  connections: [
    { from: 'start', to: 'wait', type: 'default' },
    { from: 'wait', to: 'thanks', type: 'event_received' },
    { from: 'wait', to: 'pause', type: 'timeout' },
    { from: 'pause', to: 'start', type: 'default' },
  ],
};

test('every command ends for a dead branch that leads back to the trigger', async () => {
  writeWorkspaces([LOOP], [LOOP]);
  expect(await thread.faultIn([...PRESETS, ...OTHERS])).toBeUndefined();
});

test('every command ends for random workflows with waits, dead branches and loops', async () => {
  const property = fc.asyncProperty(
    workspace,
    workspace,
    fc.constantFrom(...OTHERS),
    async (one, other, command) => {
      writeFileSync(before, JSON.stringify({ workflows: one, events: DEFINITIONS }));
      writeFileSync(after, JSON.stringify({ workflows: other, events: DEFINITIONS }));
      expect(await thread.faultIn([...PRESETS, command]), JSON.stringify(one)).toBeUndefined();
    },
  );
  await fc.assert(property, { numRuns: Number(process.env['RUNS'] ?? RUNS), endOnFailure: true });
});
