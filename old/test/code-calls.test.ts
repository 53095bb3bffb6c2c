/** The calls of the service that are found in code, and what becomes of their results. */
import { expect, test } from 'vitest';
import type { FoundCall } from '../src/features/code/calls.ts';
import { createModules } from '../src/features/code/modules.ts';
import { findCalls } from '../src/features/code/scan.ts';
import { rowsIn, textOf } from './code-tables.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";
const PATH = '/code.ts';

function describe({ does, via, given, path, name, result, wrapper }: FoundCall): string {
  if (result !== undefined) {
    const { callee, isDiscarded, isInTry } = result;
    return `result of ${callee} ${isDiscarded ? 'discarded' : 'unread'}${isInTry ? ' in try' : ''}`;
  }
  const target = path ?? (name ? textOf(name) : '');
  return [does, via, wrapper && 'in wrapper', target, textOf(given)].filter(Boolean).join(' ');
}

// `code → calls`. The client is there as `resend`, unless the code imports something.
const rows = rowsIn(new URL('code-calls.txt', import.meta.url));

test.each(rows)('%s → %s', (code, expected) => {
  const text = code.includes('import ') ? code : CLIENT + code;
  const calls = findCalls(createModules({ paths: [PATH], read: () => text }));
  expect(calls.map(describe).join('; ') || 'none').toBe(expected);
});
