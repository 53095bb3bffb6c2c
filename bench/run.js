// Ratios against something in the same run, medians of several runs: `npm run bench`. --short: few and small; --json: for programs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const isShort = process.argv.includes('--short');
const asJson = process.argv.includes('--json');
const RUNS = Number(process.env.RUNS ?? (isShort ? 3 : 7));
const COUNT = isShort ? 2000 : 20_000;
const cli = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const parseOnly = fileURLToPath(new URL('parse-only.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edgewise-bench-'));
const rows = [];

try {
  const texts = Array.from({ length: COUNT }, (_, i) => JSON.stringify(tenStepWorkflow(i)));
  const lines = write('workflows.ndjson', texts.join('\n'));
  const events = write('events.json', JSON.stringify(eventDefinitions()));
  const small = write('small.json', JSON.stringify({ workflows: [tenStepWorkflow(0)], events: eventDefinitions().data.slice(0, 1) }, null, 2));
  // Every twentieth has an edge that leads nowhere.
  const faulty = write('faulty.ndjson', texts.map((text, i) => (i % 20 === 0 ? text.replace(/"(to|to_step_id)":"/, '"$1":"x') : text)).join('\n'));
  mkdirSync(join(folder, 'files'));
  const files = [];
  for (let i = 0; i < COUNT; i += 4) files.push(write(join('files', `${i}.json`), `[${texts.slice(i, i + 4).join(',')}]`));

  const one = ['--threads', '1'];
  compare(`${COUNT} ten-step workflows in NDJSON, one thread`, [cli, lines, events, ...one], 'read and parse them', [parseOnly, lines, events]);
  compare('the same by default', [cli, lines, events], 'read and parse them', [parseOnly, lines, events]);
  compare(`the same in ${files.length} files`, [cli, join(folder, 'files'), events], 'read and parse them', [parseOnly, ...files, events]);
  compare('the same with 5 % faulty, one thread', [cli, faulty, events, '-f', 'json', '--fail-on', 'never', ...one], 'read and parse them', [
    parseOnly,
    faulty,
    events,
  ]);
  compare('edgewise --version', [cli, '--version'], 'node -e 0', ['-e', '0']);
  compare('one small lint', [cli, small], 'node -e 0', ['-e', '0']);
  if (asJson) console.log(JSON.stringify({ node: process.version, runs: RUNS, rows }, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs the two in turn, and takes the median of the ratios pair by pair. */
function compare(name, command, baseName, base) {
  const pairs = [];
  for (let run = -1; run < RUNS; run++) {
    const pair = [time(command), time(base)];
    if (run >= 0) pairs.push(pair);
  }
  const ratio = median(pairs.map(([own, other]) => own / other));
  const [own, other] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  rows.push({ name, ratio: Number(ratio.toFixed(2)), ms: Math.round(own), against: baseName, baseMs: Math.round(other) });
  if (!asJson) console.log(`${ratio.toFixed(2)}×  ${name} (${own.toFixed(0)} ms) against ${baseName} (${other.toFixed(0)} ms)`);
}

function time(args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${args.slice(0, 4).join(' ')} exited with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
