import { expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import type { Palette } from '../../src/core/report/reporter.ts';
import { EVERYTHING, print, run, runOnAccount, SILENCED } from './context.ts';

const STYLES = ['red', 'yellow', 'blue', 'cyan', 'green', 'bold', 'dim'];
/** Of escape sequences, which have no width. */
const PALETTE = Object.fromEntries(
  STYLES.map((name, i) => [name, (text: string) => `\u001b[${i}m${text}\u001b[1${i}m`]),
) as Palette;
const tagged = (text: string): string =>
  text
    .split('\u001b[')
    .map((part) => part.replace(/^(1?)(\d)m/, (_, end, i) => `<${end && '/'}${STYLES[i]}>`))
    .join('');

/** One with a fix, and one with a related place: programs get long reports. */
const shortest = EVERYTHING.findings.filter(
  ({ rule, location }) => rule === 'unreachable-step' || location.region?.startColumn === 101,
);

test.each([...FORMATS])('%s', async (format, { isMachine }) => {
  const isLong = isMachine && format !== 'junit';
  const result = isLong ? { ...EVERYTHING, findings: shortest } : EVERYTHING;
  const printed = await print(format, result, { silenced: SILENCED });
  await expect(printed).toMatchFileSnapshot(`everything.${format}.txt`);
});

test('colours, accepted findings, and errors only', async () => {
  const colours = await print('text', EVERYTHING, { palette: PALETTE, showAccepted: true });
  await expect(tagged(colours)).toMatchFileSnapshot('everything.colours.txt');
  const quiet = await print('text', EVERYTHING, { quiet: true });
  expect(quiet).not.toContain('  warning  ');
  expect(quiet).toContain('not listed: ');
  expect(await print('json', EVERYTHING, { showAccepted: true })).toContain('"suppressed": {');
});

const clean = 'start: trigger user.created\nhello: send_email welcome\nstart -> hello';
const dangling = (steps: number): string =>
  Array.from(
    { length: steps },
    (_, i) => `workflow W${i}\nstart: trigger a.b\nstart -> gone${i}`,
  ).join('\n');

test('SARIF has the worst 25,000 findings, and says that there are more', async () => {
  const { findings } = run(dangling(1));
  const [error] = findings as [(typeof findings)[number]];
  const infos = Array.from({ length: 25_000 }, () => ({ ...error, severity: 'info' as const }));
  const result = { ...run(clean), findings: [...infos, error] };
  const [{ results, invocations }] = JSON.parse(await print('sarif', result)).runs;
  expect([results.length, results[0].level, results.at(-1).level]).toEqual([
    25_000,
    'error',
    'note',
  ]);
  expect(invocations[0].toolExecutionNotifications[0].message.text).toBe(
    'not listed: 1 more finding; other formats have all',
  );
});

test('nothing to say', async () => {
  expect(await print('text', run(clean))).toMatchInlineSnapshot(`
    "no problems found: 1 workflow, 2 steps, 1 edge · 38 ms
    not checked: unknown-event (no event definitions were loaded)
    not checked: unknown-resource (no templates were loaded)
    "
  `);
  expect(await print('text', run({}))).toMatchInlineSnapshot(`
    "nothing checked: no workflows or events were read · 38 ms
    "
  `);
  expect(await print('compact', run(clean))).toBe('');
  expect(await print('gitlab', run(clean))).toBe('[]\n');
});

test('like findings are one group, and text ends', async () => {
  const result = run(dangling(30));
  expect(await print('text', result, { width: 100 })).toMatchInlineSnapshot(`
    "case.json · W0 (enabled)

      18:17  error  dangling-edge  connection from "start" points to unknown step "gone0"
        18 │           "to": "gone0",
           │                 ^^^^^^^
        The run ends there, so the contact receives none of the later emails.
        help: write the key of an existing step, or remove the connection
        fix: remove the connection (--fix-unsafe)
        and 29 more like it: case.json:38:17, case.json:58:17, case.json:78:17, case.json:98:17,
        case.json:118:17, case.json:138:17, case.json:158:17, case.json:178:17, case.json:198:17,
        case.json:218:17, … and 19 more

    30 errors (30 workflows, 30 steps, 30 edges) · 38 ms
      dangling-edge  30 errors
    30 can be fixed with --fix-unsafe
    not checked: "W0", "W1", "W2" …: no-action, trailing-delay, correct the structure first
    not checked: unknown-event (no event definitions were loaded)
    edgewise explain RULE: why a rule matters
    "
  `);
  const all = await print('text', result, { maxFindings: 0 });
  expect(all.match(/case\.json:\d/g)).toHaveLength(29);
  const mixed = run(`${dangling(2)}\na: delay 1 day\na: delay 2 days`);
  const one = await print('text', mixed, { maxFindings: 1 });
  expect(one).toMatch(/^not shown: \d+ findings? in \d groups?; --max-findings 0 prints all$/m);
});

test('the excerpt shows the value that is meant, also in one long line', async () => {
  const steps = Array.from({ length: 40 }, (_, i) => ({
    key: `步骤${i}`,
    type: 'delay',
    config: { duration: '1 day' },
  }));
  const long = {
    name: 'Long',
    status: 'enabled',
    steps,
    connections: [{ from: '步骤1', to: '步骤99' }],
  };
  const printed = await print('text', run({ 'long.json': JSON.stringify(long) }));
  expect(printed).toMatchInlineSnapshot(`
    "long.json · Long (enabled)

      1:2469  error  dangling-edge  connection from "步骤1" points to unknown step
        "步骤99"
        1 │ …nections":[{"from":"步骤1","to":"步骤99"}]}
          │                                  ^^^^^^^^
        The run ends there, so the contact receives none of the later emails.
        help: write the key of an existing step, or remove the connection
        fix: remove the connection (--fix-unsafe)

    1 error (1 workflow, 40 steps, 1 edge) · 38 ms
    1 can be fixed with --fix-unsafe
    not checked: "Long": no-action, trailing-delay, correct the structure first
    edgewise explain RULE: why a rule matters
    "
  `);
  const tabs = await print('text', run({ 'tabs.json': JSON.stringify(long, null, '\t') }));
  expect(tabs.split('\n').filter((line) => line.includes('\t'))).toEqual([]);
});

test('an account has no text: the pointer is the place', async () => {
  const value = {
    ...{ id: 'a1', name: 'Live', status: 'enabled' },
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [{ from: 'start', to: 'gone', type: 'default' }],
  };
  const result = runOnAccount([value, { ...value, id: 'a2', name: 'Second' }]);
  expect(await print('text', result)).toMatchInlineSnapshot(`
    "https://api.example.com/automations/1 · Live (enabled)

      /connections/0/to  error  dangling-edge  connection from "start" points to
        unknown step "gone"
        The run ends there, so the contact receives none of the later emails.
        help: write the key of an existing step, or remove the connection
        and 1 more like it: "Second":
        https://api.example.com/automations/2#/connections/0/to

    2 errors (2 workflows, 2 steps, 2 edges) · 38 ms
    not checked: "Live", "Second": no-action, trailing-delay, correct the structure
      first
    not checked: unknown-event (no event definitions were loaded)
    edgewise explain RULE: why a rule matters
    "
  `);
  expect(await print('compact', result)).toMatch(
    /^https:.+\/2#\/connections\/0\/to: error: "Second": connection from .+ \[dangling-edge\]$/m,
  );
  expect(await print('github', result)).toContain('"Live": connection from');
});

test('of 30 errors ten are annotated, and the others counted', async () => {
  const lines = (await print('github', run(dangling(30)))).split('\n');
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
  expect(lines).toContain('edgewise: 20 more, without an annotation');
});

test('reports for people and models end: the worst is kept', async () => {
  const workflows = Array.from(
    { length: 800 },
    (_, i) => `workflow W${i}\nstart: trigger a.b\nwait${i}: delay 1 day\nstart -> wait${i}`,
  );
  const result = run(`${workflows.join('\n')}\n${dangling(1)}`);
  const markdown = await print('markdown', result);
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toContain('<summary>1 error</summary>');
  expect(markdown).toMatch(/not listed:\S* \d+ more findings/);
  const agent = await print('agent', result);
  expect(agent.length).toBeLessThan(32_000);
  expect(agent).toMatch(/not listed: \d+ more findings/);
});
