// The measured claims of the README. `npm run bench`: ratios against something in the same run, medians of several runs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const RUNS = Number(process.env.RUNS ?? 7);
const cli = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const parseOnly = fileURLToPath(new URL('parse-only.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edgewise-bench-'));

try {
  const lines = join(folder, 'workflows.ndjson');
  writeFileSync(lines, Array.from({ length: 20_000 }, (_, i) => JSON.stringify(tenStepWorkflow(i))).join('\n'));
  const events = join(folder, 'events.json');
  writeFileSync(events, JSON.stringify(eventDefinitions()));
  const small = join(folder, 'small.json');
  writeFileSync(small, JSON.stringify({ workflows: [tenStepWorkflow(0)], events: eventDefinitions() }, null, 2));

  compare('20,000 ten-step workflows in NDJSON, recommended rules', [cli, lines, events], 'read and JSON.parse the same bytes', [parseOnly, lines, events]);
  compare('edgewise --version', [cli, '--version'], 'node -e 0', ['-e', '0']);
  compare('one small lint', [cli, small], 'node -e 0', ['-e', '0']);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs the two in turn, and prints the median of the ratios pair by pair. */
function compare(name, command, baseName, base) {
  const pairs = [];
  for (let run = -1; run < RUNS; run++) {
    const pair = [time(command), time(base)];
    if (run >= 0) pairs.push(pair);
  }
  const ratio = median(pairs.map(([own, other]) => own / other));
  const [own, other] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  console.log(`${ratio.toFixed(2)}×  ${name} (${own.toFixed(0)} ms) against ${baseName} (${other.toFixed(0)} ms)`);
}

function time(args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
