/** Small code bases, and what the rules say of them. */
import { expect, test } from 'vitest';
import { decodeText } from '../../src/core/document/text.ts';
import { lint } from '../../src/core/lint/lint.ts';
import { decodeSources } from '../../src/features/code/index.ts';
import { mentions } from '../../src/features/code/mentions.ts';
import { ruleSet } from '../cases.ts';
import { EVENTS, FOLDERS } from './folders.ts';

function check(files: Readonly<Record<string, string>>, events?: string) {
  const inputs = Object.entries(files).map(([name, text]) => ({ name, text, isNamed: false }));
  const exported =
    events === undefined ? [] : [{ name: 'events.json', text: events, isNamed: true }];
  return lint([...exported.map(decodeText), ...decodeSources(inputs)], ruleSet);
}

test.each(FOLDERS)('$name', ({ files, finds, open = [] }) => {
  const { findings, documents, crashed } = check(files, EVENTS);
  const found = findings.map(
    ({ rule, location: { source, region } }) => `${rule} ${source}:${region?.startLine}`,
  );
  expect([...new Set(found)].filter((each) => !/^(?:repeating|unused)/.test(each))).toEqual(finds);
  expect(crashed).toEqual([]);
  const unresolved = documents.flatMap(({ input, unresolved: all = [] }) =>
    all.map(({ line, what }) => `${input.name}:${line} ${what}`),
  );
  expect(unresolved).toEqual(open);
});

test.each([
  ["import { Resend } from 'resend';", true],
  ["import { Resend } from 'npm:resend@4.0.0';", true],
  ["import { Resend } from 'https://esm.sh/resend@2';", true],
  ["fetch('https://api.resend.com/events/send')", true],
  ['process.env.RESEND_API_KEY', true],
  ['resendLimiter.events.send({ event, data })', false],
  ["import { resend } from './resend-code';", false],
])('%s mentions the service: %s', (text, expected) => {
  expect(mentions(text)).toBe(expected);
});
