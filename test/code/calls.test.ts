/** The calls of the service that are found in code, and what becomes of their results. */
import { expect, test } from 'vitest';
import { findCalls } from '../../src/features/code/find.ts';
import { type FoundCall, resultOfCall } from '../../src/features/code/wrappers.ts';
import { rowsIn, textOf } from './tables.ts';

const CLIENT = "import { Resend } from 'resend'; const resend = new Resend(key); ";

function describe(call: FoundCall): string {
  const { does, via, given, request, place, at, isWrapper, callee } = call;
  const result = via === 'sdk' && does !== 'define' ? resultOfCall(call) : 'used';
  return [
    isWrapper ? 'wrap' : does === 'other' ? callee : does,
    via,
    place !== at && 'for a caller',
    does !== 'mention' && textOf(given),
    result !== 'used' && `result ${result}`,
    request && does === 'mention' && request.path,
  ]
    .filter(Boolean)
    .join(' ');
}

// `code → calls`. The client is there as `resend`, unless the code imports something.
test.each(rowsIn(new URL('calls.txt', import.meta.url)))('%s → %s', (code, expected) => {
  const text = code.includes('import ') ? code : CLIENT + code;
  const { calls } = findCalls([{ name: 'code.ts', text, isNamed: true }]);
  const shown = calls.filter(({ does }) => does !== 'known').map(describe);
  expect(shown.join('; ') || 'none').toBe(expected);
});
