/** What source files hold: workflows, definitions and calls, and what is not resolved in them. */
import { expect, test } from 'vitest';
import type { ApiCall } from '../../src/core/model/workflow.ts';
import { decodeSources } from '../../src/features/code/index.ts';
import { rowsIn } from './tables.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";

const print = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'symbol' ? '?' : each));

function describe({ does, raw, event, payload, request, fields }: ApiCall): string {
  const properties = [...(payload?.properties ?? [])].map(([name, type]) => `${name} ${type}`);
  const sent = payload && `with {${[...properties, ...(payload.isWhole ? [] : ['…'])].join(', ')}}`;
  return [
    does,
    request?.path,
    event && `"${event}"`,
    sent,
    fields !== undefined && does === 'send' && `of ${fields.join(' ')}`,
    does === 'define' && print(raw),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The documents of a file, and what is open in it. */
function documentsOf(code: string): string {
  const text = code.includes('import ') ? code : CLIENT + code;
  const found = decodeSources([{ name: 'code.ts', text, isNamed: true }]).flatMap((document) => [
    ...document.workflows.map(
      ({ raw, isFragment }) => `${isFragment ? 'fragment' : 'workflow'} ${print(raw)}`,
    ),
    ...document.events.map(
      ({ name, schema }) => `event "${name}" ${print(schema && Object.fromEntries(schema))}`,
    ),
    ...document.items.map(({ of, raw }) => `${of} ${print(raw)}`),
    ...document.calls.map(describe),
    ...(document.unresolved ?? []).map(({ line, what }) => `not resolved: ${what} (${line})`),
  ]);
  return found.join('; ') || 'nothing';
}

// `code → documents`. The client is there as `resend`, unless the code imports something.
test.each(rowsIn(new URL('documents.txt', import.meta.url)))('%s → %s', (code, expected) => {
  expect(documentsOf(code)).toBe(expected);
});
