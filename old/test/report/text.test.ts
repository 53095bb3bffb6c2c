import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import type { Finding, Result } from '../../src/core/model/finding.ts';
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
  expect(printed).toMatch(/^exports\/.*….*\/welcome\.json\n· Welcome [^/]*…/);
  expect(printed).toMatch(/^ {2}\/steps\/1\/config\/variables\/.*….*first_name\/var {2}error/m);
  expect(printed).toMatch(/^ {4}other\/.*….*\/tips\.json:-\n {4}and here$/m);
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
      'checked in part: colliding-emails (b.json could not be read)',
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

const NONE = { options: [], severities: [] };

test.each([
  [5, 'a1, a2, a3, a4, a5 off'],
  [7, 'a1, a2, a3, a4, a5 and 2 more rules off'],
])('%d rules that the configuration switches off are named', (length, words) => {
  const rules = Array.from({ length }, (_, i) => `a${i + 1}`);
  const silenced = { rules, overrides: [], files: [], ...NONE };
  expect(print(text, resultOf([], { silenced }))).toContain(`${words}\n`);
});

test('what the configuration silences in some places is named, with the files that it leaves out', () => {
  const print1 = (silenced: Result['silenced']) =>
    print(text, resultOf([], { silenced }), { width: 120 });
  expect(
    print1({ rules: ['a'], overrides: ['b', 'c'], files: ['x.json', 'y.json'], ...NONE }),
  ).toContain('a off; b, c off in some places\nignored: 2 files\n');
  expect(print1({ rules: [], overrides: [], files: ['x.json'], ...NONE })).toContain(
    'ignored: 1 file\n',
  );
  expect(print1({ rules: [], overrides: [], files: [], ...NONE })).not.toContain('silenced');
  const lowered = { options: ['c'], severities: ['a', 'b'], failOn: 'never' as const };
  expect(print1({ rules: [], overrides: [], files: [], ...lowered })).toContain(
    'silenced by the configuration: a, b less severe; names exempted from c; no finding fails the run\n',
  );
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

describe('like findings are one group', () => {
  const nth = (n: number, more: Partial<Finding> = {}) =>
    findingOf({
      message: `delay "d${n}" is ${n} days (limit: 30 days)`,
      location: placeIn(`{ "name": "flow-${n}" }`, `"flow-${n}"`, `flow-${n}.json`),
      fingerprint: `f${n}`,
      ...more,
    });
  const many = (length: number, more?: Partial<Finding>) =>
    Array.from({ length }, (_, n) => nth(n, more));

  test('with the first in full, and ten more places', () => {
    const lines = print(text, resultOf(many(4999))).split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter((line) => line.includes('delay "d'))).toHaveLength(1);
    const printed = lines.join('\n');
    expect(printed).toMatch(/and 4998 more like it: flow-1\.json:1:11,/);
    expect(printed).toMatch(/flow-10\.json:1:11, … and 4988 more\n/);
    expect(printed).toContain('\n4999 errors in 1 of 1 workflow');
    expect(printed).toContain('\n  dangling-edge  4999 errors\n');
  });

  test('of long paths in five lines', () => {
    const placesIn = (length: number) => {
      const source = `${'folder/'.repeat(length)}a.json`;
      const findings = many(12, { location: placeIn('{ "name": "a" }', '"a"', source) });
      const printed = print(text, resultOf(findings)).replace(/\s+/g, ' ');
      const [, places = '', others] =
        /and 11 more like it: (.*?), … and (\d+) more /.exec(printed) ?? [];
      return [places.split(', ').length, others];
    };
    expect(placesIn(1)).toEqual([10, '1']);
    expect(placesIn(9)).toEqual([3, '8']);
    expect(placesIn(1000)).toEqual([3, '8']);
  });

  test('unless the rule, the severity or the words differ', () => {
    const findings = [
      ...many(2),
      nth(2, { severity: 'warning' }),
      nth(3, { rule: 'cycle' }),
      nth(4, { message: 'delay "d4" has no duration' }),
    ];
    const printed = print(text, resultOf(findings));
    expect(printed.match(/more like it/g)).toHaveLength(1);
    expect(printed.match(/^ {2}\d+:\d+ /gm)).toHaveLength(4);
  });

  test('of a live account, whose places are in workflows', () => {
    const location = { source: 'https://api.example.com/automations/7', pointer: '/steps/1' };
    const findings = many(2, { location, workflow: { name: 'Welcome', status: 'enabled' } });
    expect(print(text, resultOf(findings))).toContain(
      'and 1 more like it: Welcome (enabled) /steps/1\n',
    );
  });

  const kinds = (severity: Finding['severity'], length: number) =>
    Array.from({ length }, (_, n) => nth(n, { severity, rule: `rule-${severity}-${n}` }));

  test('and errors come before warnings', () => {
    const printed = print(text, resultOf([...kinds('warning', 2), ...kinds('error', 2)]));
    const order = [...printed.matchAll(/^ {2}1:11 {2}(\w+)/gm)].map(([, severity]) => severity);
    expect(order).toEqual(['error', 'error', 'warning', 'warning']);
  });

  test('and 50 groups are printed, or as many as asked for', () => {
    const result = resultOf([...kinds('warning', 40), ...kinds('error', 20), ...many(3)]);
    const groups = (maxFindings?: number) => {
      const printed = print(text, result, { maxFindings });
      const cut = /^not shown: .*$/m.exec(printed)?.[0];
      return [printed.match(/^ {2}1:11 /gm)?.length, cut];
    };
    expect(groups()).toEqual([
      50,
      'not shown: 11 findings in 11 groups; --max-findings 0 prints all',
    ]);
    expect(groups(1)).toEqual([
      1,
      'not shown: 62 findings in 60 groups; --max-findings 0 prints all',
    ]);
    expect(groups(0)).toEqual([61, undefined]);
  });
});

test('the last lines say what --fix corrects', () => {
  const fix = (safety: 'safe' | 'unsafe') => ({ title: 'replace it', safety, edits: [] });
  const findings = [
    findingOf({ fixes: [fix('safe'), fix('unsafe')] }),
    findingOf({ fixes: [fix('safe')] }),
    findingOf({ fixes: [fix('unsafe')] }),
  ];
  expect(print(text, resultOf(findings))).toContain(
    '\n2 can be fixed with --fix, 1 more with --fix-unsafe\n',
  );
});

test('files that may be damaged exports are named', () => {
  const skipped = [
    { source: 'a.json', reason: 'an object with "b"' },
    { source: 'b.json', reason: 'an empty file' },
    { source: 'c.json', reason: 'HTML or XML' },
    { source: 'd.json', reason: 'nearly a workflow: an object with "steps"' },
  ];
  expect(print(text, resultOf([], { skipped }), { width: 200 })).toContain(
    '\nskipped 4 files that hold no workflows or events, among them b.json (an empty file), c.json (HTML or XML), d.json (nearly a workflow)\n',
  );
});

test('the fault of a file is printed once', () => {
  const fault = findingOf({
    rule: 'invalid-json',
    message: 'expected a value or "]", found ","',
    location: { source: 'b.json', pointer: '' },
  });
  const why = `(b.json: ${fault.message})`;
  const notChecked = [
    { rule: 'unused-event', reason: `the workflow list is partial ${why}` },
    { rule: 'unknown-event', reason: `the event list is partial ${why}` },
  ];
  const printed = print(text, resultOf([fault], { notChecked }));
  expect(printed.split(fault.message)).toHaveLength(2);
  expect(printed).toContain(
    '\nnot checked: unused-event, unknown-event (b.json could not be read)\n',
  );
});

test.each([60, 80, 120])('lines of %i columns', (width) => {
  for (const result of [everything(), oneFault()])
    for (const line of print(text, result, { width }).split('\n'))
      if (/ \S+ /.test(line.trim())) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});
