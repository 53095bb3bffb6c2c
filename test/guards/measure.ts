import { readFileSync } from 'node:fs';
import { rules } from '../../rules/index.ts';
import { activate } from '../../src/core/lint/settings.ts';
import { openSources } from '../../src/load/sources.ts';
import { decodeItems } from '../../src/run/decode.ts';
import { load } from '../../src/run/load.ts';
import { collect } from '../../src/run/run.ts';

// It has an info for waits after a delay, which half of the workflows have.
const active = activate(rules, { severities: new Map([['late-wait', 'off']]) });

// Run as a separate program by guards.test.ts: files of clean workflows, from their bytes to their summaries.

const [what = '', warm = '', lines = '', events = ''] = process.argv.slice(2);
const PASSES = 3;

for (let pass = 0; pass < PASSES; pass++) await check(warm);
if (what === 'check') await check(lines);
if (what === 'parse') for (const line of readFileSync(lines, 'utf8').split('\n')) JSON.parse(line);
if (what === 'peak') {
  await check(lines);
  process.stdout.write(String(process.resourceUsage().maxRSS * 1024));
}
if (what === 'heap') {
  const before = await settled();
  const heap = process.memoryUsage().heapUsed;
  process.stdout.write('[\n');
  const collected = await check(lines);
  const allocated = process.memoryUsage().heapUsed - heap;
  process.stdout.write('\n]\n');
  const kept = (await settled()) - before;
  const { failures, findings } = collected;
  process.stdout.write(
    `${JSON.stringify({ allocated, kept, problems: failures.length + findings.length })}\n`,
  );
}

async function check(file: string) {
  const { items } = openSources({
    paths: [file, events],
    cwd: process.cwd(),
    stdin: process.stdin,
  });
  return collect(decodeItems(await load(items)), { rules: active });
}

/** Bytes in use after a full garbage collection, also of the last turn of the event loop. */
async function settled(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    (globalThis as { gc?: () => void }).gc?.();
  }
  return held();
}

/** Buffers count as well. */
function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
