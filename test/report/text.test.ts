import { describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/model/finding.ts';
import text from '../../src/core/report/text.ts';
import { everything, oneFault } from './believable.ts';
import { findingOf, placeIn, print, resultOf, TAGGED } from './samples.ts';

test('one finding equals the snapshot', async () => {
  await expect(print(text, oneFault())).toMatchFileSnapshot('one-fault.txt');
});

test('every possible content equals the snapshot', async () => {
  await expect(print(text, everything())).toMatchFileSnapshot('everything.txt');
});

test('colours equal the snapshot', async () => {
  await expect(print(text, everything(), { palette: TAGGED })).toMatchFileSnapshot(
    'everything.colour.txt',
  );
});

test('with --quiet only errors are listed, and all findings are counted', async () => {
  await expect(print(text, everything(), { quiet: true })).toMatchFileSnapshot(
    'everything.quiet.txt',
  );
});

test('standard input has a name', () => {
  expect(print(text, resultOf([findingOf({ location: { source: '-', pointer: '' } })]))).toMatch(
    /^standard input\n/,
  );
});

test('long names and paths are cut in the middle', () => {
  const long = (text: string) => text.repeat(300);
  const location = {
    source: `${long('exports/')}welcome.json`,
    pointer: `/steps/1/config/variables/${long('first_name')}/var`,
  };
  const related = [
    { message: 'and here', location: { source: `${long('other/')}tips.json`, pointer: '' } },
  ];
  const printed = print(
    text,
    resultOf([findingOf({ location, related, workflow: { name: long('Welcome ') } })]),
  );
  expect(printed).toMatch(/^exports\/.*….*\/welcome\.json · Welcome .*…/);
  expect(printed).toMatch(/^ {2}\/steps\/1\/config\/variables\/.*….*first_name\/var {2}error/m);
  expect(printed).toMatch(/^ {4}other\/.*….*\/tips\.json:- {2}and here$/m);
  for (const line of printed.split('\n')) expect(line.length).toBeLessThan(600);
});

test('no line ends in a space', () => {
  const named = resultOf([
    findingOf({
      message: 'ends in spaces  ',
      workflow: { name: 'Welcome  ' },
      location: placeIn('{"a":   \n"b" }', '"b"'),
    }),
  ]);
  for (const result of [everything(), oneFault(), named])
    expect(print(text, result)).not.toMatch(/ $/m);
});

test.each([
  [{ by: 'baseline' }, 'it is in the baseline'],
  [{ by: 'suppression', reason: 'known since May' }, 'known since May'],
  [{ by: 'suppression' }, 'suppressed'],
] as const)('a finding with %j does not count', (suppressed, reason) => {
  const printed = print(text, resultOf([findingOf({ suppressed })]));
  expect(printed).toMatch(new RegExp(`^ +does not count: ${reason}$`, 'm'));
});

describe('the last lines', () => {
  const footer = (more: Parameters<typeof resultOf>[1], elapsed = 38) =>
    print(text, resultOf([], more), { elapsed });

  test('of a clean run state what was checked', () => {
    expect(footer({})).toBe('no problems found: 1 workflow, 4 steps, 3 edges · 38 ms\n');
    expect(footer({ summary: { workflows: 0, steps: 0, edges: 0, events: 1 } })).toBe(
      'no problems found: 1 event · 38 ms\n',
    );
  });

  test('list what was not checked, with each reason once', () => {
    const notChecked = ['unknown-event', 'unused-event'].map((rule) => ({
      rule,
      reason: 'no event definitions were loaded',
    }));
    expect(footer({ notChecked })).toContain(
      '\nnot checked: unknown-event, unused-event (no event definitions were loaded)\n',
    );
  });

  test('list what was checked in part, also where a file could not be read', () => {
    const failures = [{ source: 'b.json', message: 'is empty', refused: true }];
    const reason = 'the workflow list is partial (b.json could not be read)';
    const notChecked = [
      { rule: 'colliding-emails', reason, inPart: true as const },
      { rule: 'unused-event', reason },
      { rule: 'missing-sender', reason: 'no templates were loaded', absent: 'templates' },
      {
        ...{ rule: 'missing-subject', reason: 'no templates were loaded', absent: 'templates' },
        inPart: true as const,
      },
    ];
    expect(footer({ complete: false, failures, notChecked }).split('\n').slice(1)).toEqual([
      'not read: b.json: is empty; 1 rule not checked',
      `checked in part: colliding-emails (${reason})`,
      'checked in part: missing-subject (no templates were loaded)',
      'not checked: 1 rule needs templates (not loaded)',
      '',
    ]);
  });

  test('state that an incomplete run is incomplete', () => {
    const failures = [
      { source: 'b.json', message: 'not readable: permission denied', refused: true },
    ];
    expect(footer({ complete: false, failures })).toBe(
      'no problems found in what could be read: 1 workflow, 4 steps, 3 edges · 38 ms\nnot read: b.json: not readable: permission denied\n',
    );
    expect(footer({ crashed: true, complete: false })).toBe(
      'no problems found, but a rule failed · 38 ms\n',
    );
    expect(
      footer({
        summary: { workflows: 0, steps: 0, edges: 0 },
        skipped: [{ source: 'a.json', reason: 'null' }],
      }),
    ).toBe(
      'nothing checked: no workflows or events were read · 38 ms\nskipped 1 file that holds no workflows or events\n',
    );
  });

  test('are green only for a clean run', () => {
    const colour = (result: Result) =>
      print(text, result, { palette: TAGGED }).match(/<(\w+)>[^<]*<\/\1> <dim>· /)?.[1];
    expect(colour(resultOf([]))).toBe('green');
    expect(colour(resultOf([], { complete: false }))).toBe('yellow');
    expect(colour(resultOf([], { crashed: true }))).toBe('yellow');
    expect(colour(resultOf([findingOf({ severity: 'info' })]))).toBe('green');
    expect(colour(resultOf([findingOf({ severity: 'warning' })]))).toBe('yellow');
    expect(colour(resultOf([findingOf()]))).toBe('red');
  });

  test('count findings outside of workflows separately', () => {
    const inEvents: Result = resultOf([findingOf({ event: 'user.created' })], {
      faultyWorkflows: 0,
      summary: { events: 5 },
    });
    expect(print(text, inEvents)).toContain(
      '\n1 error (1 workflow, 4 steps, 3 edges, 5 events) · 38 ms\n',
    );
    const nothingRead = resultOf([findingOf({ rule: 'invalid-json' })], {
      faultyWorkflows: 0,
      summary: { workflows: 0, steps: 0, edges: 0 },
    });
    expect(print(text, nothingRead)).toContain('\n1 error · 38 ms\n');
  });

  test.each([
    [0.4, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [125_400, '2 min 5 s'],
  ])('%d ms are printed as %s', (elapsed, printed) => {
    expect(footer({}, elapsed)).toMatch(new RegExp(`· ${printed}\n$`));
  });
});

test.each([
  [5, 'a1, a2, a3, a4, a5 off'],
  [7, 'a1, a2, a3, a4, a5 and 2 more rules off'],
])('%d rules that the configuration switches off are named', (length, words) => {
  const rules = Array.from({ length }, (_, i) => `a${i + 1}`);
  const silenced = { rules, overrides: [], files: [] };
  expect(print(text, resultOf([], { silenced }))).toContain(`${words}\n`);
});

test('what the configuration silences in some places is named, with the files that it leaves out', () => {
  const print1 = (silenced: Result['silenced']) => print(text, resultOf([], { silenced }));
  expect(print1({ rules: ['a'], overrides: ['b', 'c'], files: ['x.json', 'y.json'] })).toContain(
    'a off; b, c off in some places; 2 files ignored\n',
  );
  expect(print1({ rules: [], overrides: [], files: ['x.json'] })).toContain(': 1 file ignored\n');
  expect(print1({ rules: [], overrides: [], files: [] })).not.toContain('silenced');
});

test('rules that lack resources are counted in one line', () => {
  const lacking = (rule: string, absent: string) => ({ rule, reason: '', absent });
  const templates = lacking('a', 'templates');
  const printed = (...notChecked: Result['notChecked']) =>
    print(text, resultOf([], { notChecked }));
  expect(printed(templates)).toContain('not checked: 1 rule needs templates (not loaded)\n');
  expect(
    printed(templates, lacking('a', 'domains'), lacking('b', 'topics'), lacking('b', 'domains')),
  ).toContain('not checked: 2 rules need domains, templates, topics (not loaded)\n');
});
