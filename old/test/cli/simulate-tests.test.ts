import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, folderOf, run } from './run.ts';
import { DEFINITIONS, delay, mail, OFF, RECEIPT, TRIAL, trigger, workflow } from './trial.ts';

describe('expectations of simulations', () => {
  const files = {
    'flows.json': JSON.stringify({ workflows: [TRIAL, RECEIPT, OFF], events: DEFINITIONS }),
  };
  const testsOf = async (tests: Record<string, unknown>, ...args: string[]) => {
    const cwd = folderOf({
      ...files,
      ...Object.fromEntries(
        Object.entries(tests).map(([name, test]) => [
          name,
          typeof test === 'string' ? test : JSON.stringify(test),
        ]),
      ),
    });
    return run(['simulate', '--test', ...args], { cwd });
  };
  const good = {
    name: 'a team is called',
    event: 'trial.started',
    payload: { plan: 'team' },
    when: ['order.paid@never'],
    sends: [
      { at: 'at once', step: 'hello' },
      { at: '+3 days', workflow: 'Trial', template: 'tpl-call', subject: 'Shall we talk?' },
    ],
  };

  test('pass', async () => {
    expect(
      await testsOf({ 'a.sim.json': good, 'deep/b.sim.json': [good, { ...good, name: 'again' }] }),
    ).toEqual({
      code: 0,
      out: 'pass  a.sim.json  a team is called\npass  deep/b.sim.json  a team is called\npass  deep/b.sim.json  again\n\n3 tests passed\n',
      err: '',
    });
  });

  test('fail with the differences', async () => {
    const sends = [
      { at: '+1 day', step: 'hello' },
      { at: '+3 days', step: 'nudge' },
      { at: '+9 days', template: 'tpl-late', subject: 'Late' },
    ];
    const { code, out } = await testsOf({ 'a.sim.json': { ...good, sends } });
    expect(code).toBe(1);
    expect(out).toBe(
      `fail  a.sim.json  a team is called
        - expected  +1 day: step hello
        + is sent   at once: "Your trial begins", template tpl-hello, step hello, workflow "Trial"
          another time
        - expected  +3 days: step nudge
        + is sent   +3 days: "Shall we talk?", template tpl-call, step call, workflow "Trial"
          another step
        - expected  +9 days: template tpl-late, "Late"
        + is sent   nothing like it

0 tests passed, 1 failed
`.replace('template tpl-late, "Late"', '"Late", template tpl-late'),
    );
  });

  test('may name only a time, a condition or a workflow', async () => {
    const sends = [
      { at: '+1 day' },
      { at: '+9 days', maybe: true },
      { at: '+3 days', step: 'call', workflow: 'Receipt' },
    ];
    const { out } = await testsOf({ 'a.sim.json': { ...good, sends } });
    expect(out).toBe(`fail  a.sim.json  a team is called
        - expected  +1 day
        + is sent   at once: "Your trial begins", template tpl-hello, step hello, workflow "Trial"
          another time
        - expected  +3 days: step call, workflow "Receipt"
        + is sent   +3 days: "Shall we talk?", template tpl-call, step call, workflow "Trial"
          another workflow
        - expected  +9 days, only if something is the case
        + is sent   nothing like it

0 tests passed, 1 failed
`);
  });

  test('pass when each email fits one of them, in any order', async () => {
    const at = '+1 day';
    const twice = workflow(
      'Twice',
      [trigger('cart.left'), delay('rest', at), mail('first'), mail('second')],
      ['start rest', 'rest first', 'first second'],
    );
    const cwd = folderOf({
      'w.json': JSON.stringify(twice),
      'a.sim.json': JSON.stringify({ event: 'cart.left', sends: [{ at }, { at, step: 'first' }] }),
    });
    expect(await run(['simulate', '--test'], { cwd })).toMatchObject({
      code: 0,
      out: 'pass  a.sim.json  cart.left\n\n1 test passed\n',
    });
  });

  test('must mark uncertain emails as such', async () => {
    const open = { ...good, when: [], sends: [{ at: 'at once', step: 'hello' }] };
    const { out, code } = await testsOf({ 'a.sim.json': open });
    expect(code).toBe(1);
    expect(out).toContain(
      '+ also sent  at once to +3 days: "Thank you", template tpl-thanks, step thanks, workflow "Trial", only if "order.paid" comes by +3 days',
    );
    const expected = [
      ...open.sends,
      { at: 'at once to +3 days', step: 'thanks', maybe: true },
      { at: '+3 days', step: 'call', maybe: true },
    ];
    expect((await testsOf({ 'a.sim.json': { ...open, sends: expected } })).code).toBe(0);
    const sure = expected.map(({ at, step }) => ({ at, step }));
    expect((await testsOf({ 'a.sim.json': { ...open, sends: sure } })).out).toContain(
      'another condition',
    );
  });

  test('can expect a refused payload', async () => {
    const refused = { event: 'trial.started', payload: { plan: 1 }, refused: true };
    expect((await testsOf({ 'a.sim.json': refused })).code).toBe(0);
    expect((await testsOf({ 'a.sim.json': { ...good, payload: { plan: 1 } } })).out).toContain(
      'expected  that the payload fits',
    );
    expect((await testsOf({ 'a.sim.json': { ...good, refused: true } })).out).toContain(
      'expected  that the payload is refused',
    );
  });

  test('are reported as JSON', async () => {
    const { out, code } = await testsOf(
      { 'a.sim.json': good, 'b.sim.json': { ...good, sends: [] } },
      '-f',
      'json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      passed: 1,
      failed: 1,
      unusable: [],
      tests: [
        { passed: true },
        { passed: false, differences: [{ actual: expect.any(String) }, {}] },
      ],
    });
  });

  test('can have dates, objects for further events, and disabled workflows', async () => {
    const dated = {
      event: 'trial.started',
      at: '2026-03-28T09:00',
      zone: 'Europe/Berlin',
      all: true,
      when: [{ event: 'order.paid', at: '2026-03-29T10:00', payload: { total: 3 } }],
      sends: [
        { at: '2026-03-28T09:00', step: 'hello' },
        { at: '0', step: 'old' },
        { at: '+1 day', step: 'thanks' },
        { at: '+24 hours', step: 'receipt' },
      ],
    };
    expect(await testsOf({ 'a.sim.json': dated })).toMatchObject({ code: 0 });
  });

  test.each([
    ['{', 'is not JSON'],
    [[], 'contains no test'],
    [[good, 7], 'test 2: it must be an object, not 7'],
    [{ ...good, evnt: 1 }, 'unknown field "evnt"; did you mean "event"?'],
    [{ sends: [] }, 'it has no "event"'],
    [{ event: 'trial.started' }, 'it has no "sends"'],
    [{ ...good, payload: [] }, '"payload" must be an object, not an array'],
    [{ ...good, name: 1 }, '"name" must be text, not 1'],
    [{ ...good, all: 'yes' }, '"all" must be true or false, not "yes"'],
    [{ ...good, zone: 'UTC' }, '"zone" needs "at"'],
    [{ ...good, at: '2026-01-01', zone: 'Mars' }, 'there is no time zone "Mars"'],
    [{ ...good, at: 'noon' }, '"at" must be a date and time'],
    [{ ...good, when: 'x' }, '"when" must be an array'],
    [{ ...good, when: [1] }, '"when", item 1 must be text, not 1'],
    [{ ...good, when: [{ event: 'order.paid' }] }, '"when", item 1 has no "at"'],
    [{ ...good, when: [{ event: 'order.paid', at: 'x' }] }, 'is not a time'],
    [
      { ...good, when: [{ event: 'order.paid', at: '0', payload: 1 }] },
      '"payload" must be an object',
    ],
    [{ ...good, when: [{ event: 'order.paid', time: '0' }] }, 'item 1 has no "at"'],
    [{ ...good, sends: [1] }, '"sends", item 1 must be an object'],
    [{ ...good, sends: [{ step: 'x' }] }, '"sends", item 1 has no "at"'],
    [{ ...good, sends: [{ at: 'x' }] }, 'is not a time'],
    [{ ...good, sends: [{ at: 'never' }] }, 'has no time in "never"'],
    [{ ...good, sends: [{ at: '+2 days to +1 day' }] }, 'has no time in'],
    [{ ...good, sends: [{ at: '+2 days to soon' }] }, 'is not a time'],
    [{ ...good, sends: [{ at: '0', step: 1 }] }, '"step" must be text'],
    [{ ...good, sends: [{ at: '0', maybe: 1 }] }, '"maybe" must be true or false'],
    [{ ...good, sends: [{ at: '0', templte: 'x' }] }, 'did you mean "template"?'],
    [{ ...good, event: 'trial.strated' }, 'did you mean "trial.started"?'],
    [{ ...good, when: ['order.payd@never'] }, 'did you mean "order.paid"?'],
    [
      { ...good, contact: { unsubscribed: 'yes' } },
      '"contact", "unsubscribed" must be true or false',
    ],
    [
      `{"event":"e","sends":[],"payload":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`,
      'is nested too deeply',
    ],
    [Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), 'is not JSON'],
    [
      { ...good, when: [`order.paid@+1 day {"a":${'['.repeat(300)}${']'.repeat(300)}}`] },
      'the payload of "order.paid" is nested too deeply',
    ],
  ])('%# cannot be used: %s', async (test, message) => {
    const { code, out } = await testsOf({ 'a.sim.json': test });
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining(message) });
    expect(out).toContain('0 tests passed, 1 unusable');
  });

  test('are a failure when there are none', async () => {
    expect(await testsOf({})).toMatchObject({
      code: 2,
      err: expect.stringContaining('no tests found'),
    });
    expect(await testsOf({}, 'gone.sim.json')).toMatchObject({
      code: 2,
      out: expect.stringContaining('gone.sim.json: no such file'),
    });
    expect(await testsOf({ 'a.sim.json': good }, '--payload', '{}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--payload cannot be used with --test'),
    });
    const cwd = folderOf({ 'a.sim.json': JSON.stringify(good) });
    expect((await run(['simulate', '--test'], { cwd })).code).toBe(2);
  });

  test('are found by path and by pattern, and may list their workflows', async () => {
    const tests = { 'a.sim.json': good, 'b.sim.json': { ...good, name: 'other' } };
    expect((await testsOf(tests, 'a.sim.json')).out).toContain('1 test passed');
    expect((await testsOf(tests, '*.sim.json', 'flows.json')).out).toContain('2 tests passed');
  });

  test('are a report of JUnit, and annotations of GitHub', async () => {
    const bad = { ...good, name: 'nobody "is" called', sends: [{ at: 'at once', step: 'hello' }] };
    const files = { 'a.sim.json': [good, bad] };
    const sent =
      'also is sent: +3 days: "Shall we talk?", template tpl-call, step call, workflow "Trial"';
    const junit = await testsOf(files, '-f', 'junit');
    expect(junit.code).toBe(1);
    expect(junit.out).toContain('<testsuite name="a.sim.json" tests="2" failures="1"');
    expect(junit.out).toContain('name="nobody &quot;is&quot; called"><failure message="also is');
    expect(await testsOf(files, '-f', 'github')).toEqual({
      code: 1,
      out: `::error file=a.sim.json,title=nobody "is" called::${sent}\nedgewise: 1 test passed, 1 failed\n`,
      err: '',
    });
    const none = await testsOf({}, '-f', 'junit');
    expect(none.code).toBe(2);
    expect(none.out).toContain('<error message="no tests found in');
  });

  test('are not workflows for other commands', async () => {
    const cwd = folderOf({
      'w.json': CLEAN,
      'e.json': EVENTS,
      'a.sim.json': JSON.stringify({ ...good, workflows: [], events: [] }),
    });
    expect((await run(['.'], { cwd })).out).not.toContain('sim.json');
    writeFileSync(join(cwd, 'only.sim.json'), '{}');
    expect((await run(['only.sim.json'], { cwd })).code).toBe(1);
  });
});
