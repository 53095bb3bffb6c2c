import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { simulateTexts } from '../../src/browser.ts';
import type { Simulation, SimulationRequest } from '../../src/core/model/simulation.ts';
import { PLAIN_PALETTE } from '../../src/core/report/reporter.ts';
import {
  formatDate,
  formatLoop,
  formatOffset,
  formatTime,
} from '../../src/core/report/simulation-words.ts';
import { SIMULATION_FORMATS } from '../../src/features/simulate/command.ts';
import { testsJson, testsText } from '../../src/features/simulate/report/tests.ts';
import { drawTimeline } from '../../src/features/simulate/report/timeline.ts';
import fc from '../fast-check.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { commandsIn } from '../report/runner.ts';
import { anyText } from '../report/texts.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/simulation.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
const context = { tool: { name: 'edgewise', version: '0.1.0' }, palette: PLAIN_PALETTE };

const RAW_CONTROL = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const COMMAND = /##\w*\[/;
const LINE_COMMAND = /^\s*::/;

function expectHarmless(printed: string): void {
  expect(printed).not.toMatch(COMMAND);
  expect(
    printed.split('\n').filter((line) => LINE_COMMAND.test(line) || RAW_CONTROL.test(line)),
  ).toEqual([]);
  expect(commandsIn(printed)).toEqual([]);
}

/** The same name in all texts of a workflow, an event, a payload or a contact, with every kind of output. */
function saying(name: string): Simulation {
  const event = name === '' ? 'start' : name;
  const key = (n: number) => `${name}${n}`;
  const steps = [
    { key: key(0), type: 'trigger', config: { event_name: event } },
    {
      key: key(1),
      type: 'send_email',
      config: {
        template: { id: name, variables: { [name]: { var: name }, A: name } },
        subject: name,
        from: name,
      },
    },
    {
      key: key(2),
      type: 'condition',
      config: { type: 'rule', field: `event.${name}`, operator: 'eq', value: name },
    },
    {
      key: key(3),
      type: 'wait_for_event',
      config: {
        event_name: `${name}!`,
        timeout: name,
        filter_rule: { type: 'rule', field: `contact.${name}`, operator: name, value: name },
      },
    },
    { key: key(4), type: name === '' ? 'odd' : name, config: {} },
    { key: key(5), type: 'contact_update', config: { properties: { [name]: name } } },
    { key: key(6), type: 'add_to_segment', config: { segment_id: name } },
    { key: key(7), type: 'delay', config: { duration: name } },
    { key: key(8), type: 'contact_delete', config: {} },
  ];
  const ways: [number, number | string, string][] = [
    [0, 1, 'default'],
    [1, 2, 'default'],
    [2, 3, 'condition_met'],
    [2, 4, 'condition_not_met'],
    [2, 8, name],
    [3, 1, 'event_received'],
    [3, 5, 'timeout'],
    [3, 6, 'timeout'],
    [4, 7, 'default'],
    [5, 6, 'default'],
    [6, 7, 'default'],
    [7, name, 'default'],
    [7, 8, 'default'],
  ];
  const connections = ways.map(([from, to, type]) => ({
    from: key(from),
    to: typeof to === 'number' ? key(to) : to,
    type,
  }));
  const workflow = { id: name, name, status: 'enabled', steps, connections };
  const text = JSON.stringify({
    workflows: [workflow, { ...workflow, id: 'off', status: name }],
    events: [
      { name: event, schema: { [`${name}x`]: 'string' } },
      { name: 'other', schema: { a: 'number' } },
    ],
  });
  const request: SimulationRequest = {
    event,
    payload: { [`${name}y`]: name, [name]: name },
    contact: { [name]: name, properties: { [name]: name } },
    when: [{ event: 'other', at: 5, payload: { a: name } }],
    start: { instant: 0, zone: 'UTC' },
  };
  const full = simulateTexts({ 'a.json': text }, request);
  const open = simulateTexts({ 'a.json': text }, { event });
  // Decided and open moments in one simulation.
  return {
    ...open,
    start: full.start as never,
    refused: full.refused,
    notes: [...full.notes, name],
    gaps: [name],
    notEnabled: full.notEnabled,
  };
}

test('a full simulation equals the snapshot', () => {
  const { moments, questions, loops, refused, notes, notEnabled } = saying('x');
  expect(new Set(moments.map(({ type }) => type)).size).toBe(9);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(
    new Set(['condition', 'wait', 'edge']),
  );
  expect([loops.length, refused.length, notEnabled.length]).toEqual([1, 1, 1]);
  expect(notes.length).toBeGreaterThan(3);
});

for (const [format, load] of SIMULATION_FORMATS) {
  describe(format, async () => {
    const reporter = await load();
    const print = (simulation: Simulation, name = '-') =>
      [...reporter({ simulation, failures: [{ source: name, message: name }] }, context)].join('');

    test.each(HOSTILE_NAMES)('%j is escaped', (name) => {
      const printed = print(saying(name), name);
      expectHarmless(printed);
      if (format === 'json') {
        validate(JSON.parse(printed));
        expect(validate.errors).toBeNull();
      }
    });

    test('any text is escaped', () => {
      fc.assert(
        fc.property(anyText, (name) => expectHarmless(print(saying(name), name))),
        { numRuns: 25 },
      );
    });

    test('an empty simulation can be printed', () => {
      const nothing = simulateTexts(
        { 'a.json': '{"workflows":[],"events":[]}' },
        { event: 'start' },
      );
      expect(print(nothing)).not.toBe('');
    });
  });
}

test('pictures are well-formed', async () => {
  const files = HOSTILE_NAMES.map((name, i) => ({
    fileName: `${i}.svg`,
    contents: drawTimeline(saying(name)),
  }));
  const { errors } = await validateXML({ xml: files, extension: 'schema', schema: [SVG_SHAPE] });
  expect(errors).toEqual([]);
});

const SVG_SHAPE = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`;

test('results of expectations are escaped', () => {
  for (const name of HOSTILE_NAMES) {
    const outcomes = [
      {
        source: name,
        name,
        passed: false,
        differences: [{ expected: name, actual: name, in: ['time'] }, { actual: name }],
      },
    ];
    const report = { outcomes, unusable: [{ source: name, message: name }], gaps: [name] };
    expectHarmless([...testsText(report, context)].join(''));
    const printed = [...testsJson(report, context)].join('');
    expectHarmless(printed);
    expect(JSON.parse(printed).tests[0].name).toBe(name);
  }
});

test.each([
  [0, 'at once'],
  [1, '+1 second'],
  [0.5, '+0.5 seconds'],
  [90, '+1 minute 30 seconds'],
  [86_400, '+1 day'],
  [90_061.25, '+1 day 1 hour 1 minute 1.25 seconds'],
  [31 * 86_400, '+31 days'],
])('%d seconds after the event is %j', (seconds, words) => {
  expect(formatOffset(seconds)).toBe(words);
});

test.each([
  [{ least: 0, greatest: null }, 'after an unknown time'],
  [{ least: 60, greatest: null }, '+1 minute or later'],
  [{ least: 0, greatest: 60 }, 'at once to +1 minute'],
  [{ least: 60, greatest: 120 }, '+1 minute to +2 minutes'],
])('%j is %j', (span, words) => {
  expect(formatTime(span)).toBe(words);
});

test('dates are as short as possible', () => {
  expect(formatDate('2026-03-29T09:00:00+02:00')).toBe('Sun 2026-03-29 09:00');
  expect(formatDate('2026-03-29T09:00:01Z')).toBe('Sun 2026-03-29 09:00:01');
  expect(formatDate('after the year 9999')).toBe('after the year 9999');
});

test.each([
  [{ least: 0, greatest: 0 }, 'repeats without a pause: a mail storm'],
  [{ least: 60, greatest: 60 }, 'repeats every minute'],
  [{ least: 60, greatest: 120 }, 'repeats every 1 minute to 2 minutes'],
  [{ least: 0, greatest: 120 }, 'repeats every 0 to 2 minutes'],
  [{ least: 60, greatest: null }, 'repeats, every 1 minute at most often'],
  [{ least: 0, greatest: null }, 'repeats, each time after an unknown time'],
])('a loop with a period of %j %s', (every, words) => {
  expect(
    formatLoop({ run: 0, steps: ['a'], every, rounds: 3, ends: false, sends: 1, stops: [] }),
  ).toBe(`${words}; once begun, nothing stops it; 3 rounds shown`);
  expect(
    formatLoop({ run: 0, steps: ['a'], every, rounds: 3, ends: true, sends: 1, stops: [] }),
  ).toBe(`${words}; ends after 3 rounds`);
});
