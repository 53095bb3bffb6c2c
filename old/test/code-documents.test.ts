/** What `code` makes of the calls that it finds: workflows, definitions and calls as JSON, and what it cannot resolve. */
import { expect, test } from 'vitest';
import type { ApiCall } from '../src/core/model/nodes.ts';
import { readCode } from '../src/features/code/code.ts';
import { rowsIn } from './code-tables.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";

function describe({ does, raw, event, payload, isOneOf, wrapped, request }: ApiCall): string {
  const properties = [...(payload?.properties ?? [])].map(([name, type]) => `${name} ${type}`);
  const sent = payload && `with {${[...properties, ...(payload.isWhole ? [] : ['…'])].join(', ')}}`;
  return [
    isOneOf && 'one of',
    does,
    request?.path,
    event && `"${event}"`,
    sent,
    wrapped && `wrapped ${[...wrapped].join(' ')}`,
    JSON.stringify(raw),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The documents of a file, and what is open in it. */
function documentsOf(code: string): string {
  const text = code.includes('import ') ? code : CLIENT + code;
  const run = readCode({ paths: ['/code.ts'], read: () => text, nameOf: (path) => path.slice(1) });
  const found = [...run.read.values()].flatMap(({ document }) => [
    ...document.events.map(
      ({ name, schema }) =>
        `event "${name}" ${JSON.stringify(schema && Object.fromEntries(schema))}`,
    ),
    ...document.resources.map(({ of, value }) => `${of} ${JSON.stringify(value)}`),
    ...(document.calls ?? []).filter(({ does }) => does !== 'result').map(describe),
  ]);
  const open = run.unresolved.map(({ reason }) => reason);
  return [...found, ...open].join('; ') || 'nothing';
}

// `code → documents`. The client is there as `resend`, unless the code imports something.
const rows = rowsIn(new URL('code-documents.txt', import.meta.url));

test.each(rows)('%s → %s', (code, expected) => {
  expect(documentsOf(code)).toBe(expected);
});
