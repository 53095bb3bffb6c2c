// How the work of commands grows with degenerate input of 1, 2, 4 and 8 times a size.
// `node bench/growth.js [--work] [PART OF A NAME…]`: --work leaves out the time. Exit code 1 when a case grows faster than
// n log n. Columns: verdict, case, its size, thousands of blocks at each size, what the last doubling adds in what was added
// until then, milliseconds, and the error of a command that could not run.
//
// Work is the number of blocks of code that V8 counts as run, which is the same each time. It leaves out what is done inside
// of built-in functions, so the processor time is measured in runs of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES } from './growth/cases.js';
import { drives } from './growth/sessions.js';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const SIZES = [1, 2, 4, 8];
// Work that the step from 4 to 8 adds, in that of the step from 1 to 4: linear is 1.3, n log n 1.5, quadratic 3.2.
const WORK_LIMIT = 2;
// Blocks, about 10 ms: less says nothing about growth.
const LEAST_WORK = 1_000_000;
// Time at 8 times the size in that at the size: linear is 8, n log n about 10, quadratic 64.
const TIME_LIMIT = 16;
// Shorter times say nothing about growth.
const LEAST = 100;
const TIMEOUT = 120_000;
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(
  'import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})',
)}`;

const isOnlyWork = process.argv.includes('--work');
const asked = process.argv.slice(2).filter((word) => word !== '--work');

/** Milliseconds of processor time and blocks run; undefined when it takes too long. */
async function measure({ filesOf, argsOf, before = [], drive }, n) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-growth-'));
  const env = { PATH: process.env.PATH };
  try {
    for (const [name, text] of Object.entries(filesOf(n))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const words of before) await run(words, { folder, env });
    const counted = join(folder, '.counted');
    const { time } = isOnlyWork ? { time: 0 } : await run(argsOf(n), { folder, env, drive });
    if (time === undefined) return undefined;
    const withCounts = { ...env, NODE_V8_COVERAGE: counted };
    const { error } = await run(argsOf(n), { folder, env: withCounts, drive });
    return { time, work: workIn(counted), error };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function run(args, { folder, env, drive }) {
  const child = spawn(process.execPath, ['--import', REPORT_CPU, BIN, ...args], {
    ...{ cwd: folder, env, timeout: TIMEOUT },
    stdio: [
      drive === undefined ? 'ignore' : 'pipe',
      drive === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
    ],
  });
  const texts = { 2: '', 3: '' };
  for (const fd of [2, 3]) child.stdio[fd].on('data', (bytes) => (texts[fd] += bytes));
  const closed = once(child, 'close');
  await drive?.(child, folder);
  const [status] = await closed;
  return {
    time: texts[3] === '' ? undefined : Number(texts[3]),
    error: status === 2 ? texts[2].trim().split('\n')[0] : undefined,
  };
}

function workIn(folder) {
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name))));
  return reports
    .flatMap(({ result }) => result.filter(({ url }) => url.includes('/dist/')))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const idle = await measure({ filesOf: () => ({}), argsOf: () => ['explain'] }, 0);
let slow = 0;
let measured = 0;
const cases = Object.entries({ ...CASES, ...drives });
for (const [name, { size, files: filesOf, args, ...rest }] of cases) {
  if (asked.length > 0 && !asked.some((part) => name.includes(part))) continue;
  const argsOf = typeof args === 'function' ? args : () => args;
  measured++;
  const taken = [];
  for (const factor of SIZES) {
    taken.push(await measure({ filesOf, argsOf, ...rest }, size * factor));
    if (taken.at(-1) === undefined) break;
  }
  const works = taken.map((each) => each?.work ?? Number.POSITIVE_INFINITY);
  const [once, , fourfold, eightfold = Number.POSITIVE_INFINITY] = works;
  const added = eightfold - fourfold;
  const growth = added / Math.max(1, fourfold - once);
  const times = taken.map((each) => Math.max(0, (each?.time ?? TIMEOUT * 100) - idle.time));
  const isSlow =
    (rest.isBounded ? eightfold / once > 8 : growth > WORK_LIMIT && added > LEAST_WORK) ||
    times.at(-1) / Math.max(times[0], LEAST) > TIME_LIMIT;
  if (isSlow) slow++;
  const errors = taken.map((each) => each?.error).filter(Boolean);
  console.log(
    [
      isSlow ? 'TOO SLOW' : rest.isBounded ? 'bounded' : 'ok',
      name,
      size,
      works.map((work) => (work / 1000).toFixed(0)).join(' '),
      growth.toFixed(2),
      times.map((time) => time.toFixed(0)).join(' '),
      ...errors.slice(-1),
    ].join('\t'),
  );
}
console.log(`${measured} cases, ${slow} too slow`);
process.exitCode = slow > 0 ? 1 : 0;
