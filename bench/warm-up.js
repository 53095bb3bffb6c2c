// How much of a check is V8's warm-up: the same workflows are checked again and again in one process, against JSON.parse of their
// text. The first round runs code that V8 has not optimized; the last shows what is left. Medians over some processes.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { activate, createLinter, parseDocument, rules } from '../dist/index.js';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const COUNTS = [1, 1000, 20_000];
const PROCESSES = Number(process.env.RUNS ?? 5);
/** Workflows before the last round, so that everything is optimized in it. */
const ENOUGH = 40_000;

if (process.send === undefined) await compare();
else process.send(measure(Number(process.argv[2])));

async function compare() {
  console.log('workflows  first round  last round  warm-up  first : parse  last : parse');
  for (const count of COUNTS) {
    const runs = [];
    for (let i = 0; i < PROCESSES; i++) runs.push(await inProcess(count));
    const [first, last, parse] = ['first', 'last', 'parse'].map((name) =>
      median(runs.map((run) => run[name])),
    );
    const cells = [
      [count.toLocaleString('en'), 9],
      [`${first.toFixed(1)} ms`, 13],
      [`${last.toFixed(last < 1 ? 3 : 1)} ms`, 12],
      [`${Math.round((100 * (first - last)) / first)} %`, 9],
      [`${(first / parse).toFixed(1)}×`, 15],
      [`${(last / parse).toFixed(1)}×`, 14],
    ];
    console.log(cells.map(([text, width]) => text.padStart(width)).join(''));
  }
}

function inProcess(count) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [String(count)]);
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`exit code ${code}`)));
  });
}

/** Milliseconds of the first and last round, and of JSON.parse in the last. */
function measure(count) {
  const texts = Array.from({ length: count }, (_, i) => JSON.stringify(tenStepWorkflow(i)));
  const { data, ...list } = eventDefinitions();
  const events = JSON.stringify({ ...list, data: count === 1 ? data.slice(0, 1) : data });
  const active = activate(rules, {});
  const check = () => {
    const linter = createLinter(active);
    let line = 0;
    const add = (text, source) => {
      const ref = { source, index: line, line: ++line, start: 0, end: text.length };
      linter.add(parseDocument(text, ref), text);
    };
    add(events, 'events.json');
    for (const text of texts) add(text, 'workflows.ndjson');
    return linter.finish().summary.workflows;
  };
  const parse = () => {
    JSON.parse(events);
    for (const text of texts) JSON.parse(text);
  };
  const first = timeOf(check);
  for (let done = 0; done < ENOUGH; done += count) check();
  const some = Array.from({ length: 5 }, () => [timeOf(check), timeOf(parse)]);
  return {
    first,
    last: median(some.map(([time]) => time)),
    parse: median(some.map(([, time]) => time)),
  };
}

function timeOf(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
