// How the time of commands grows with degenerate input: CPU time at 1, 2, 4 and 8 times the size, without the start of Node.
// `node bench/growth.js [NAME…]`. Exit code 1 when 8 times the input take more than LIMIT times as long.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const SIZES = [1, 2, 4, 8];
// Linear is 8, n log n about 10, quadratic 64.
const LIMIT = 16;
// Shorter times say nothing about growth.
const LEAST = 100;
const TIMEOUT = 120_000;
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(
  'import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})',
)}`;

const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const step = (key, type, config) => ({ key, type, config });
const email = (i) =>
  step(`m${i}`, 'send_email', { template: { id: `t${i}` }, subject: `Subject ${i}` });
const edge = (from, to, type = 'default') => ({ from, to, type });
const trigger = (event) => step('start', 'trigger', { event_name: event });

function workflow(i, steps, { event = `e${i}`, name = `Workflow ${i}`, connections } = {}) {
  const all = [trigger(event), ...steps];
  const links = connections ?? all.slice(1).map(({ key }, k) => edge(all[k].key, key));
  return {
    object: 'automation',
    id: `w${i}`,
    name,
    status: 'enabled',
    steps: all,
    connections: links,
  };
}

const event = (i) => ({ object: 'event', id: `d${i}`, name: `e${i}`, schema: { plan: 'string' } });
const condition = (key, value) =>
  step(key, 'condition', { type: 'rule', field: 'event.plan', operator: 'eq', value });
const delay = (i) => step(`d${i}`, 'delay', { duration: `${i + 1} minutes` });

/** Conditions, waits, delays and emails. A small generator: the same graph every time. */
function randomWorkflow(n, isForward = false) {
  let state = 7;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  const kinds = [
    (i) => ({
      ...condition(`s${i}`, `v${random(5)}`),
      ends: ['condition_met', 'condition_not_met'],
    }),
    (i) => ({ ...delay(random(50)), key: `s${i}` }),
    (i) => ({ ...email(i), key: `s${i}` }),
    (i) => ({
      ...step(`s${i}`, 'wait_for_event', { event_name: `x${random(4)}`, timeout: '3 days' }),
      ends: ['event_received', 'timeout'],
    }),
  ];
  const made = times(n, (i) => kinds[random(kinds.length)](i));
  const to = (i) => `s${isForward ? Math.min(n - 1, i + 1 + random(20)) : random(n)}`;
  const connections = made.flatMap(({ key, ends = ['default'] }, i) =>
    isForward && i === n - 1 ? [] : ends.map((type) => edge(key, to(i), type)),
  );
  const steps = made.map(({ ends: _, ...rest }) => rest);
  return workflow(0, steps, { connections: [edge('start', 's0'), ...connections] });
}

const unused = (n) => times(n, event);
const doubles = (n) => times(n, (i) => workflow(i >> 1, [email(i)], { name: `W${i >> 1}` }));
const strict = (...args) => ['--preset', 'strict', '-f', 'json', ...args];

/** name → [size, files of that size, arguments]. */
const CASES = {
  'clean lines': [500, (n) => lines(times(n, (i) => workflow(i, [email(i)]))), strict('.')],
  'findings in one list': [
    1000,
    (n) => one({ object: 'list', has_more: false, data: doubles(n) }),
    strict('.'),
  ],
  'findings in one array': [1000, (n) => one(doubles(n)), strict('.')],
  'findings in one bundle': [
    1000,
    (n) => one({ workflows: doubles(n), events: unused(n) }),
    strict('.'),
  ],
  'findings in a pretty-printed bundle': [
    1000,
    (n) => one({ workflows: doubles(n), events: unused(n) }, 4),
    strict('.'),
  ],
  'findings in lines': [1000, (n) => lines(doubles(n)), strict('.')],
  'all on one event': [
    250,
    (n) => lines(times(n, (i) => workflow(i, [delay(i), email(i)], { event: 'same' }))),
    strict('.'),
  ],
  'exclusive conditions on one event': [
    125,
    (n) =>
      lines(
        times(n, (i) =>
          workflow(i, [condition('c', `v${i}`), delay(i), email(i)], {
            event: 'same',
            connections: [
              edge('start', 'c'),
              edge('c', `d${i}`, 'condition_met'),
              edge(`d${i}`, `m${i}`),
            ],
          }),
        ),
      ),
    strict('.'),
  ],
  'all of one name': [
    500,
    (n) => lines(times(n, (i) => workflow(i, [email(i)], { name: 'Same' }))),
    strict('.'),
  ],
  'near event names': [
    500,
    (n) =>
      one({
        workflows: times(n, (i) => workflow(i, [email(i)], { event: `user.craeted_${i}` })),
        events: times(n, (i) => ({ ...event(i), name: `user.created_${i}` })),
      }),
    strict('.'),
  ],
  'one workflow with many steps': [500, (n) => one(workflow(0, times(n, email))), strict('.')],
  'one workflow with many edges': [
    500,
    (n) =>
      one(
        workflow(0, times(20, email), {
          connections: times(n, (i) => edge(`m${i % 20}`, `m${(i * 7) % 20}`)),
        }),
      ),
    strict('.'),
  ],
  'one huge condition': [
    500,
    (n) =>
      one(
        workflow(0, [
          step('c', 'condition', {
            type: 'or',
            rules: times(n, (i) => ({
              field: `event.f${i % 50}`,
              operator: 'eq',
              value: `v${i}`,
              type: 'rule',
            })),
          }),
          email(1),
        ]),
      ),
    strict('.'),
  ],
  'dangling edges': [
    500,
    (n) =>
      one(workflow(0, times(n, email), { connections: times(n, (i) => edge(`m${i}`, `n${i}`)) })),
    strict('.'),
  ],
  'random graph': [250, (n) => one(randomWorkflow(n)), strict('.')],
  'random graph without cycles': [250, (n) => one(randomWorkflow(n, true)), strict('.')],
  'simulate a random graph': [250, (n) => one(randomWorkflow(n)), ['simulate', 'e0', '.']],
  'simulate a random graph without cycles': [
    250,
    (n) => one(randomWorkflow(n, true)),
    ['simulate', 'e0', '.'],
  ],
  'simulate many workflows': [
    125,
    (n) => lines(times(n, (i) => workflow(i, [delay(i), email(i)], { event: 'e0' }))),
    ['simulate', 'e0', '.'],
  ],
  'draw a long workflow': [
    125,
    (n) => one(workflow(0, times(n, email))),
    ['graph', '.', '-f', 'svg'],
  ],
  'compare with renamed steps': [
    250,
    (n) => ({
      'a.json': JSON.stringify(workflow(0, times(n, email))),
      'b.json': JSON.stringify(
        workflow(
          0,
          times(n, (i) => ({ ...email(i), key: `x${i}` })),
        ),
      ),
    }),
    ['diff', 'a.json', 'b.json'],
  ],
};

function one(value, indent) {
  return { 'a.json': JSON.stringify(value, undefined, indent) };
}

function lines(values) {
  return { 'a.ndjson': values.map((value) => JSON.stringify(value)).join('\n') };
}

/** Milliseconds of CPU time; undefined when it takes too long. */
function measure(files, args) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-growth-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { output, status } = spawnSync(process.execPath, ['--import', REPORT_CPU, BIN, ...args], {
      ...{ cwd: folder, timeout: TIMEOUT, encoding: 'utf8', maxBuffer: 2 ** 30 },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    if (status === 2) throw new Error(`${args.join(' ')}: ${output[2]}`);
    return status === null ? undefined : Number(output[3]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const asked = process.argv.slice(2);
const start = measure({}, ['--version']);
for (const [name, [size, filesOf, args]] of Object.entries(CASES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const taken = [];
  for (const factor of SIZES) {
    const time = measure(filesOf(size * factor), args);
    taken.push(time === undefined ? undefined : Math.max(0, time - start));
    if (time === undefined) break;
  }
  const [first] = taken;
  const last = taken.at(-1);
  const isFast =
    last !== undefined && (last < LEAST * LIMIT || last / Math.max(first, LEAST) <= LIMIT);
  if (!isFast) process.exitCode = 1;
  const shown = taken.map((time) =>
    time === undefined ? `> ${TIMEOUT} ms` : `${Math.round(time)} ms`,
  );
  console.log(`${isFast ? 'ok      ' : 'TOO SLOW'} ${name} (${size}): ${shown.join(', ')}`);
}
