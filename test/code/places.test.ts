/** Where the values of source files are: what a finding about them marks. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keyOf, positionsOf } from '../../src/core/document/positions.ts';
import type { Document } from '../../src/core/model/workflow.ts';
import { decodeSources } from '../../src/features/code/index.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";
const VALUES = `export const later = '1 dayz';
export const step = { key: 'a', type: 'delay', config: { duration: '2 dayz' } };`;

/** The texts at the place of a pointer: of the value, and of the name of its field. */
function placesOf(code: string, pointer: string): string {
  const text = CLIENT + code;
  const inputs = Object.entries({ 'code.ts': text, 'values.ts': VALUES });
  const [document] = decodeSources(
    inputs.map(([name, each]) => ({ name, text: each, isNamed: true })),
  );
  const value = positionsOf(document as Document)?.find(pointer);
  const textAt = (node: typeof value): string =>
    node === undefined ? 'nowhere' : text.slice(node.offset, node.offset + node.length);
  return `${textAt(value)}; name ${textAt((value && keyOf(value)) ?? value)}`;
}

// `code @ pointer → places`
const lines = readFileSync(new URL('places.txt', import.meta.url), 'utf8').split('\n');
const rows = lines.flatMap((line) => {
  const [, code, pointer, expected] = /^(.*) @ (.*) → (.*)$/.exec(line) ?? [];
  return code && expected ? [[code, pointer as string, expected] as const] : [];
});

test.each(rows)('%s @ %s → %s', (code, pointer, expected) => {
  expect(placesOf(code, pointer)).toBe(expected);
});
