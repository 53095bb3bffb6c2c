import { describe, expect, test } from 'vitest';
import { escapeText } from '../../src/core/report/escape.ts';
import junit from '../../src/core/report/junit.ts';
import fc from '../fast-check.ts';
import { everything, oneFault } from './believable.ts';
import { HOSTILE_NAMES, saying, sayingAll } from './hostile.ts';
import { findingOf, print, resultOf } from './samples.ts';
import { anyText } from './texts.ts';
import { attributes, complaintsAbout } from './xml.ts';

// xmllint reads with libxml2, as Jenkins' and GitLab's own readers do; the description beside this file is ours.
describe('junit', () => {
  test('is accepted by its readers', async () => {
    const samples = [
      resultOf([]),
      resultOf([], { sources: [] }),
      oneFault(),
      everything(),
      sayingAll(),
    ];
    expect(await complaintsAbout(samples.map((result) => print(junit, result)))).toEqual([]);
  });

  test('is well-formed for any document', async () => {
    const names = [
      ...HOSTILE_NAMES,
      '\ufffe\uffff',
      ']]>',
      '--><!--',
      '&amp;&#0;',
      '<?xml?>',
      ...fc.sample(anyText, 200),
    ];
    expect(await complaintsAbout(names.map((text) => print(junit, saying(text))))).toEqual([]);
  });

  test('xmllint reports invalid XML', async () => {
    const printed = print(junit, oneFault());
    expect(
      await complaintsAbout([printed.replace('version="1.0"', 'version="1.0" standalone="maybe"')]),
    ).not.toEqual([]);
    expect(await complaintsAbout([printed.replace('message="', 'massage="')])).not.toEqual([]);
    expect(await complaintsAbout([printed.replace('message="', 'message="\u0001')])).not.toEqual(
      [],
    );
  });

  test('names of test cases are unique', () => {
    const alike = [
      findingOf(),
      findingOf(),
      findingOf({ message: 'other' }),
      findingOf({ rule: 'dangling-edge (2)' }),
    ];
    const elsewhere = alike.map((finding) => ({
      ...finding,
      location: { source: 'b.json', pointer: '' },
    }));
    const names = attributes(print(junit, resultOf([...alike, ...elsewhere])), 'testcase', 'name');
    expect(names).toHaveLength(8);
    expect(new Set(names).size).toBe(8);
    // Two names that are equal after control characters are made visible.
    const looks = ['a\u0001', 'a\\u0001'].map((step) => findingOf({ step }));
    expect(new Set(attributes(print(junit, resultOf(looks)), 'testcase', 'name')).size).toBe(2);
  });

  test('many equal findings get unique names', () => {
    const names = attributes(
      print(junit, resultOf(Array.from({ length: 20_000 }, () => findingOf()))),
      'testcase',
      'name',
    );
    expect(new Set(names).size).toBe(20_000);
    expect(names[19_999]).toBe('dangling-edge (20000)');
  });

  test('errors and warnings fail, infos are skipped, failures are errors', () => {
    const findings = [
      findingOf(),
      findingOf({ severity: 'warning' }),
      findingOf({ severity: 'info' }),
    ];
    const failures = [{ source: 'b.json', message: 'not readable', refused: true }];
    const printed = print(
      junit,
      resultOf(findings, { failures, notChecked: [{ rule: 'unused-event', reason: 'no events' }] }),
    );
    expect(printed).toContain('<testsuites name="edgewise" tests="5" failures="2" errors="1">');
    expect(attributes(printed, 'failure', 'type')).toEqual(['error', 'warning']);
    expect(attributes(printed, 'error', 'message')).toEqual(['not readable']);
    expect(printed).toContain(
      '<testsuite name="welcome.json" tests="3" failures="2" errors="0" skipped="1">',
    );
    expect(printed).toContain('name="not checked: unused-event"><skipped>no events</skipped>');
  });

  test('a clean source has one case, which passes', () => {
    const printed = print(
      junit,
      resultOf([findingOf({ severity: 'warning' })], { sources: ['clean.json', 'welcome.json'] }),
      { quiet: true },
    );
    expect(attributes(printed, 'testcase', 'name')).toEqual([
      'no errors: clean.json',
      'no errors: welcome.json',
    ]);
    expect(printed).not.toContain('<properties');
  });

  test('contains the visible text of the document', () => {
    for (const name of HOSTILE_NAMES)
      expect(attributes(print(junit, saying(name)), 'failure', 'message')[2]).toBe(
        escapeText(name),
      );
  });
});
