// Ratios against something in the same run, medians of several runs: `npm run bench`. --short: few and small; --json: for programs;
// --peers: only the comparison with other linters, which is left out where they are not installed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOW, installedPeers, writeGraphs } from './peers.js';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const isShort = process.argv.includes('--short');
const asJson = process.argv.includes('--json');
const onlyPeers = process.argv.includes('--peers');
const RUNS = Number(process.env.RUNS ?? (isShort ? 3 : 7));
const COUNT = isShort ? 2000 : 20_000;
const GRAPHS = 1000;
// Some of them take half a minute for one.
const PEER_RUNS = Math.min(RUNS, 3);
const cli = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const parseOnly = fileURLToPath(new URL('parse-only.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edgewise-bench-'));
const rows = [];

try {
  if (!onlyPeers) compareOwn();
  if (!isShort) comparePeers();
  if (asJson) console.log(JSON.stringify({ node: process.version, runs: RUNS, rows }, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}

/** edgewise against reading and parsing alone, and its start against that of Node. */
function compareOwn() {
  const texts = Array.from({ length: COUNT }, (_, i) => JSON.stringify(tenStepWorkflow(i)));
  const lines = write('workflows.ndjson', texts.join('\n'));
  const events = write('events.json', JSON.stringify(eventDefinitions()));
  const small = write(
    'small.json',
    JSON.stringify(
      { workflows: [tenStepWorkflow(0)], events: eventDefinitions().data.slice(0, 1) },
      null,
      2,
    ),
  );
  // Every twentieth has an edge that leads nowhere.
  const faulty = write(
    'faulty.ndjson',
    texts
      .map((text, i) => (i % 20 === 0 ? text.replace(/"(to|to_step_id)":"/, '"$1":"x') : text))
      .join('\n'),
  );
  mkdirSync(join(folder, 'files'));
  const files = [];
  for (let i = 0; i < COUNT; i += 4)
    files.push(write(join('files', `${i}.json`), `[${texts.slice(i, i + 4).join(',')}]`));

  const thousand = write('thousand.ndjson', texts.slice(0, 1000).join('\n'));
  for (const [count, file] of [
    [1000, thousand],
    [COUNT, lines],
  ])
    compare(`${count} ten-step workflows in NDJSON`, [cli, file, events], 'read and parse them', [
      parseOnly,
      file,
      events,
    ]);
  compare(
    `the same in ${files.length} files`,
    [cli, join(folder, 'files'), events],
    'read and parse them',
    [parseOnly, ...files, events],
  );
  compare(
    'the same with 5 % faulty',
    [cli, faulty, events, '-f', 'json', '--fail-on', 'never'],
    'read and parse them',
    [parseOnly, faulty, events],
  );
  compare('edgewise --version', [cli, '--version'], 'node -e 0', ['-e', '0']);
  compare('one small lint', [cli, small], 'node -e 0', ['-e', '0']);
}

/** Each linter on as many graphs of ten nodes in its own dialect, against reading and parsing alone. */
function comparePeers() {
  const peers = installedPeers();
  if (peers.length === 0) return void (asJson || console.log(HOW));
  say(`\n${GRAPHS} graphs of ten nodes, each in the dialect of its linter, one process:`);
  const own = {
    write: (add) =>
      Array.from({ length: GRAPHS }, (_, n) =>
        add(`${n}.json`, JSON.stringify(tenStepWorkflow(n))),
      ),
  };
  const home = join(folder, 'edgewise');
  const files = [
    ...writeGraphs(own, home, GRAPHS),
    write('events.json', JSON.stringify(eventDefinitions())),
  ];
  const lines = write(
    'graphs.ndjson',
    Array.from({ length: GRAPHS }, (_, n) => JSON.stringify(tenStepWorkflow(n))).join('\n'),
  );
  const events = files.at(-1);
  compare(
    'edgewise (one file of lines, its recommended rules)',
    [cli, lines, events],
    'read and parse them',
    [parseOnly, lines, events],
  );
  compare('edgewise (a file each)', [cli, home, events], 'read and parse them', [
    parseOnly,
    ...files,
  ]);
  for (const peer of peers) {
    const cwd = join(folder, peer.name);
    const graphs = writeGraphs(peer, cwd, GRAPHS);
    compare(
      `${peer.name} ${peer.version} (${peer.what})`,
      [peer.path, ...peer.args],
      'read and parse them',
      [peer.parser, ...graphs],
      {
        cwd,
        runs: PEER_RUNS,
      },
    );
  }
  say('\nstart:');
  compare('edgewise --version', [cli, '--version'], 'node -e 0', ['-e', '0']);
  for (const { name, version, path } of peers)
    compare(`${name} ${version} --version`, [path, '--version'], 'node -e 0', ['-e', '0']);
}

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs the two in turn, and takes the median of the ratios pair by pair. */
function compare(name, command, baseName, base, { cwd = folder, runs = RUNS } = {}) {
  const pairs = [];
  for (let run = -1; run < runs; run++) {
    const pair = [time(command, cwd), time(base, cwd)];
    if (run >= 0) pairs.push(pair);
  }
  const ratio = median(pairs.map(([own, other]) => own / other));
  const [own, other] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
  rows.push({
    name,
    ratio: Number(ratio.toFixed(2)),
    ms: Math.round(own),
    against: baseName,
    baseMs: Math.round(other),
  });
  say(
    `${ratio.toFixed(2)}×  ${name} (${own.toFixed(0)} ms) against ${baseName} (${other.toFixed(0)} ms)`,
  );
}

function say(text) {
  if (!asJson) console.log(text);
}

function time(args, cwd) {
  const start = process.hrtime.bigint();
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    throw new Error(`${args.slice(0, 4).join(' ')} exited with ${status}: ${stderr}${stdout}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
