import { expect, test } from 'vitest';
import type { Severity } from '../../src/core/model/finding.ts';
import { escapeText } from '../../src/core/report/escape.ts';
import github, { annotations } from '../../src/core/report/github.ts';
import { everything, oneFault } from './believable.ts';
import { HOSTILE_NAMES, saying } from './hostile.ts';
import { commandsIn } from './runner.ts';
import { findingOf, placeIn, print, resultOf } from './samples.ts';

const many = (n: number, severity: Severity) =>
  Array.from({ length: n }, (_, i) => findingOf({ severity, fingerprint: `${severity}${i}` }));
const tally = (printed: string) => commandsIn(printed).map(({ name }) => name);

test('an annotation has place, title, message and help', () => {
  expect(commandsIn(print(github, oneFault()))[1]).toEqual({
    by: 'github',
    name: 'error',
    properties: {
      file: 'workflows/welcome.json',
      line: '18',
      endLine: '18',
      col: '29',
      endColumn: '36',
      title: 'dangling-edge',
    },
    data: 'the edge from "wait" leads to "tipps", which is no step of this workflow; help: did you mean "tips"? point the edge at an existing step, or delete it',
  });
});

test('30 errors are 10 annotations and "20 more"', () => {
  const printed = print(github, resultOf(many(30, 'error')));
  expect(tally(printed)).toEqual(Array(10).fill('error'));
  expect(printed).toContain('\nedgewise: 20 more, without an annotation: 20 errors\n');
});

test('each level has at most ten annotations, worst first', () => {
  const printed = print(
    github,
    resultOf([...many(12, 'info'), ...many(11, 'warning'), ...many(10, 'error')]),
  );
  expect(tally(printed)).toEqual([
    ...Array(10).fill('error'),
    ...Array(10).fill('warning'),
    ...Array(10).fill('notice'),
  ]);
  expect(printed).toContain('edgewise: 3 more, without an annotation: 1 warning, 2 infos\n');
});

test('failures come first and count', () => {
  const failures = [
    { source: 'b.json', message: 'not readable: permission denied', refused: true },
    { source: '-', message: 'is empty', refused: true },
  ];
  const [first, second, ...others] = commandsIn(
    print(github, resultOf(many(10, 'error'), { failures })),
  );
  expect(first).toMatchObject({
    name: 'error',
    properties: { file: 'b.json', title: 'not read' },
    data: 'b.json: not readable: permission denied',
  });
  expect(second).toMatchObject({
    properties: { title: 'not read' },
    data: 'standard input: is empty',
  });
  expect(others).toHaveLength(8);
});

test('paths are relative to the root', () => {
  const fileOf = (source: string, folder?: string) =>
    commandsIn(
      print(github, resultOf([findingOf({ location: { source, pointer: '' } })]), { folder }),
    )[0]?.properties['file'];
  expect(fileOf('./workflows/a.json')).toBe('workflows/a.json');
  expect(fileOf('workflows/a.json', 'packages/mail')).toBe('packages/mail/workflows/a.json');
  expect(fileOf('../a.json', 'packages/mail')).toBe('packages/a.json');
  expect(fileOf('../../../a.json', 'packages')).toBe('_parent/_parent/a.json');
  expect(fileOf('/srv/a.json', 'packages')).toBe('srv/a.json');
  expect(fileOf('https://api.example.com/automations/7', 'packages')).toBe(
    'api.example.com/automations/7',
  );
  expect(fileOf('a b,c:d%é.json')).toBe('a b,c:d%é.json');
  expect(fileOf('-', 'packages')).toBeUndefined();
});

test('a message is complete and contains no workflow command', () => {
  for (const name of HOSTILE_NAMES) {
    const printed = print(github, saying(name));
    const commands = commandsIn(printed);
    // Three findings and a source that could not be read.
    expect(commands.map((command) => command.name)).toEqual(Array(4).fill('error'));
    expect(commands[1]?.data).toContain(escapeText(name).trim());
    for (const { properties } of commands) {
      expect(
        Object.keys(properties).filter(
          (key) => !['file', 'line', 'endLine', 'col', 'endColumn', 'title'].includes(key),
        ),
      ).toEqual([]);
    }
  }
});

test('a region over several lines has no columns', () => {
  const across = findingOf({ location: placeIn('[\n{\n}]', '{\n}') });
  expect(commandsIn(print(github, resultOf([across])))[0]?.properties).toEqual({
    file: 'welcome.json',
    line: '2',
    endLine: '3',
    title: 'dangling-edge',
  });
  expect(commandsIn(print(github, resultOf([findingOf()])))[0]?.data).toMatch(
    / \(at \/edges\/0\/to\)$/,
  );
});

test('rules that were not checked are in the log, not in annotations', () => {
  expect(print(github, everything())).toContain('\nnot checked: unknown-event, unused-event (');
  expect(print(annotations, everything())).not.toContain('not checked');
});
