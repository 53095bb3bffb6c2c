import { expect, test } from 'vitest';
import { addSuppressions, newConfig } from '../../src/core/config/edit.ts';
import { parseConfigText } from '../../src/load/config/text.ts';

const SUPPRESSION = { rule: 'cycle', workflow: 'wf_1', reason: 'nags "on purpose"' };
const WRITTEN = '{ "rule": "cycle", "workflow": "wf_1", "reason": "nags \\"on purpose\\"" }';

test.each([
  ['{}', `{\n  "suppressions": [\n    ${WRITTEN}\n  ]\n}`],
  [
    '// ours\n{ "preset": "strict" } // end',
    `// ours\n{ "preset": "strict",\n  "suppressions": [\n    ${WRITTEN}\n  ]\n} // end`,
  ],
  [
    '{\n\t"preset": "strict" // all\n}\n',
    `{\n\t"preset": "strict", // all\n\t"suppressions": [\n\t\t${WRITTEN}\n\t]\n}\n`,
  ],
  [
    '{\r\n    "preset": "strict"\r\n}',
    `{\r\n    "preset": "strict",\r\n    "suppressions": [\r\n        ${WRITTEN}\r\n    ]\r\n}`,
  ],
  ['{ "suppressions": [] }', `{ "suppressions": [\n  ${WRITTEN}\n] }`],
  [
    '{\n  "suppressions": [\n    // known\n    { "rule": "x",   "reason": "y" } // old\n    // the end\n  ],\n  "files": "a"\n}',
    `{\n  "suppressions": [\n    // known\n    { "rule": "x",   "reason": "y" }, // old\n    // the end\n    ${WRITTEN}\n  ],\n  "files": "a"\n}`,
  ],
])('%j', (text, expected) => {
  const edited = addSuppressions(text, [SUPPRESSION]);
  expect(edited).toBe(expected);
  expect(parseConfigText(Buffer.from(edited), 'x')).toMatchObject({
    value: { suppressions: expect.arrayContaining([SUPPRESSION]) },
  });
  const other = { rule: 'unknown-event', reason: 'later' };
  expect(addSuppressions(text, [SUPPRESSION, other])).toBe(addSuppressions(edited, [other]));
});

test('several suppressions are added one after the other', () => {
  const text = newConfig('https://example.org/schema.json', [
    SUPPRESSION,
    { ...SUPPRESSION, expires: '2027-01-31' },
  ]);
  expect(text).toBe(`{
  "$schema": "https://example.org/schema.json",
  "suppressions": [
    ${WRITTEN},
    ${WRITTEN.replace(' }', ', "expires": "2027-01-31" }')}
  ]
}
`);
});
