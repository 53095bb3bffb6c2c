// What rules cost on clean ten-step workflows: microseconds a workflow, and the share of the whole (parse, decode, graph, all rules).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { activate, createLinter, parseDocument, rules } from '../dist/index.js';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const COUNT = 2000;
const ROUNDS = Number(process.env.RUNS ?? 7);
const PROCESSES = 3;
// So far apart may be what parsing takes before and after.
const STEADY = 0.1;
// Enabled, each on an event of its own: what is off costs the rules of time nothing, and two on one event would be a finding.
const texts = Array.from({ length: COUNT }, (_, i) => {
  const workflow = tenStepWorkflow(i);
  workflow.steps[0].config.event_name = `started.number_${i}`;
  return JSON.stringify({ ...workflow, status: 'enabled' });
});
const refs = texts.map((text, index) => ({
  source: 'bench',
  index,
  line: 1,
  start: 0,
  end: text.length,
}));

// Of the events that they start on, and of no others: an event that nobody uses is a finding.
const [definition] = eventDefinitions().data;
const named = new Set(
  texts.flatMap((text) =>
    [...text.matchAll(/"event_name":"(started[^"]+)"/g)].map(([, name]) => name),
  ),
);
const definitions = {
  object: 'list',
  has_more: false,
  data: Array.from(named, (name) => ({ ...definition, id: `event-${name}`, name })),
};
const events = parseDocument(JSON.stringify(definitions), {
  source: 'events',
  index: 0,
  line: 1,
  start: 0,
  end: 0,
});

// Each time others, for those of the last time are still near at hand.
const SOME = COUNT / 4;
let next = 0;
const parseSome = () => {
  for (const text of texts.slice(next, next + SOME)) JSON.parse(text);
  next = (next + SOME) % COUNT;
};
const decode = () => {
  for (const [i, text] of texts.entries()) parseDocument(text, refs[i]);
};
// While no documents are held, as none are when files are checked.
for (let i = 0; i < 10; i++) decode();
const decoding = of(decode);
const documents = texts.map((text, i) => parseDocument(text, refs[i]));
const lint = (active) => () => {
  const linter = createLinter(active);
  linter.add(events);
  for (const [i, document] of documents.entries()) linter.add(document, texts[i]);
  return linter.finish();
};
const recommended = activate(rules, {});
const { findings } = lint(recommended)();
if (findings.length > 0)
  throw new Error(`the workflows are not clean: ${findings[0].rule}, ${findings[0].message}`);

// What a rule costs is what it adds to a few that need what many need: who reaches what, lengths, conditions, variables.
const FEW = [
  'dangling-edge',
  'invalid-delay',
  'invalid-rule',
  'unreachable-step',
  'unqualified-variable',
];
const few = recommended.filter(({ rule }) => FEW.includes(rule.id));
if (few.length < FEW.length) throw new Error('there is no such rule');
const pairs = recommended.map((active) => {
  const others = few.filter((other) => other !== active);
  return [lint(others), lint([...others, active])];
});

// Before anything is measured, all is compiled.
for (let i = 0; i < 10; i++) for (const task of [lint([]), lint(recommended)]) task();
const [engine, all] = [of(lint([])), of(lint(recommended))];
const fastest = Math.min(...Array.from({ length: 20 }, unit));
const costs = pairs.map((pair) =>
  Math.max(0, median(relative(...pair).map(([without, having]) => having - without))),
);
const figures = [fastest, decoding, engine, all, ...costs];

if (process.send !== undefined) process.send(figures);
else print(await measureElsewhere());

/**
 * The same in a few more processes, and the median of each: now and then V8 makes something else of the code that all rules go through, and
 * for the whole process some rule then seems to cost ten times as much.
 */
async function measureElsewhere() {
  const measured = [figures];
  while (measured.length < PROCESSES)
    measured.push(
      await new Promise(
        (resolve) => void fork(fileURLToPath(import.meta.url)).once('message', resolve),
      ),
    );
  return figures.map((_, i) => median(measured.map((some) => some[i])));
}

function print([parsing, decoded, bare, withRules, ...ofRules]) {
  const total = decoded + withRules;
  const printed = (units) => `${(units * parsing).toFixed(1)} µs`;
  console.log(
    `JSON.parse ${printed(1)} · parse and decode ${printed(decoded)} · graph and engine ${printed(bare)} · ${recommended.length} rules ${printed(withRules - bare)}`,
  );
  console.log(
    `all rules together: ${(withRules - bare).toFixed(2)}× JSON.parse; the whole: ${total.toFixed(2)}×`,
  );
  const sorted = recommended
    .map(({ rule }, i) => ({ id: rule.id, cost: ofRules[i] }))
    .sort((a, b) => b.cost - a.cost);
  for (const { id, cost } of sorted.slice(0, Number(process.env.TOP ?? 12)))
    console.log(
      `${((100 * cost) / total).toFixed(1).padStart(5)} %  ${(cost * parsing).toFixed(2).padStart(6)} µs  ${id}`,
    );
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/**
 * What tasks take, round by round, in units of what parsing takes just before and after: the speed of a machine may well change by half for
 * seconds, and a round in which it changed does not count.
 */
function relative(...tasks) {
  const steady = [];
  const others = [];
  for (let round = -2; round < 2 * ROUNDS && steady.length < ROUNDS; round++) {
    const before = unit();
    const times = tasks.map(measure);
    const after = unit();
    if (round >= 0)
      (Math.abs(after - before) < STEADY * before ? steady : others).push(
        times.map((time) => (2 * time) / (before + after)),
      );
  }
  return steady.length > 0 ? steady : others;
}

function of(task) {
  return median(relative(task).map(([time]) => time));
}

function unit() {
  return (measure(parseSome) * COUNT) / SOME;
}

/** Microseconds a workflow. */
function measure(task) {
  const start = process.hrtime.bigint();
  task();
  return Number(process.hrtime.bigint() - start) / 1000 / COUNT;
}
