// What rules cost on clean ten-step workflows: microseconds a workflow, and the share of the whole (parse, decode, graph, all rules).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { activate, createLinter, parseDocument, rules } from '../dist/index.js';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const COUNT = 2000;
const ROUNDS = Number(process.env.RUNS ?? 7);
const PROCESSES = 3;
// Enabled, each on an event of its own: what is off costs the rules of time nothing, and two on one event would be a finding.
const texts = Array.from({ length: COUNT }, (_, i) => {
  const workflow = tenStepWorkflow(i);
  workflow.steps[0].config.event_name = `started.number_${i}`;
  return JSON.stringify({ ...workflow, status: 'enabled' });
});
const refs = texts.map((text, index) => ({ source: 'bench', index, line: 1, start: 0, end: text.length }));

// Of the events that they name, and of no others: an event that nobody uses is a finding.
const [definition] = eventDefinitions().data;
const named = new Set(texts.flatMap((text) => [...text.matchAll(/"event_name":"([^"]+)"/g)].map(([, name]) => name)));
const definitions = { object: 'list', has_more: false, data: Array.from(named, (name) => ({ ...definition, id: `event-${name}`, name })) };
const events = parseDocument(JSON.stringify(definitions), { source: 'events', index: 0, line: 1, start: 0, end: 0 });
const documents = texts.map((text, i) => parseDocument(text, refs[i]));

const parse = () => {
  for (const text of texts) JSON.parse(text);
};
const decode = () => {
  for (const [i, text] of texts.entries()) parseDocument(text, refs[i]);
};
const lint = (active) => () => {
  const linter = createLinter(active);
  linter.add(events, () => undefined);
  // As for files, which can be read once more for what is only needed where workflows share something.
  for (const document of documents) linter.add(document, () => undefined, true, true);
  return linter.finish(({ index }) => texts[index], 0);
};
const recommended = activate(rules, {});
const { findings } = lint(recommended)();
if (findings.length > 0) throw new Error(`the workflows are not clean: ${findings[0].rule}, ${findings[0].message}`);

// What a rule costs is what it adds to a few that need what many need: who reaches what, lengths, conditions, variables.
const FEW = ['dangling-edge', 'invalid-delay', 'invalid-rule', 'unreachable-step', 'unqualified-variable'];
const few = recommended.filter(({ rule }) => FEW.includes(rule.id));
if (few.length < FEW.length) throw new Error('there is no such rule');
const pairs = recommended.map((active) => {
  const others = few.filter((other) => other !== active);
  return [lint(others), lint([...others, active])];
});

// All take turns, and of each the best time counts: what is slower was kept waiting by a machine that is slow for a while.
const works = [parse, decode, lint([]), lint(recommended), ...pairs.flat()];
const best = works.map(() => Number.POSITIVE_INFINITY);
for (let round = -2; round < ROUNDS; round++) {
  for (const [i, work] of works.entries()) {
    const time = measure(work);
    if (round >= 0) best[i] = Math.min(best[i], time);
  }
}
const [unit, decoding, engine, all, ...each] = best;
const costs = recommended.map((_, i) => Math.max(0, each[2 * i + 1] - each[2 * i]));

if (process.send !== undefined) process.send([unit, decoding, engine, all, ...costs]);
else print(await measureElsewhere());

/**
 * The same in a few more processes, and the median of each: now and then V8 makes something else of the code that all rules go through, and
 * for the whole process some rule then seems to cost ten times as much.
 */
async function measureElsewhere() {
  const measured = [[unit, decoding, engine, all, ...costs]];
  while (measured.length < PROCESSES) measured.push(await new Promise((resolve) => void fork(fileURLToPath(import.meta.url)).once('message', resolve)));
  return measured[0].map((_, i) => median(measured.map((figures) => figures[i])));
}

function print([parsing, decoded, bare, withRules, ...ofRules]) {
  const total = decoded + withRules;
  console.log(
    `JSON.parse ${printed(parsing)} · parse and decode ${printed(decoded)} · graph and engine ${printed(bare)} · ${recommended.length} rules ${printed(withRules - bare)}`,
  );
  console.log(`all rules together: ${((withRules - bare) / parsing).toFixed(2)}× JSON.parse; the whole: ${(total / parsing).toFixed(2)}×`);
  const sorted = recommended.map(({ rule }, i) => ({ id: rule.id, cost: ofRules[i] })).sort((a, b) => b.cost - a.cost);
  for (const { id, cost } of sorted.slice(0, Number(process.env.TOP ?? 12)))
    console.log(`${((100 * cost) / total).toFixed(1).padStart(5)} %  ${cost.toFixed(2).padStart(6)} µs  ${id}`);
}

function printed(time) {
  return `${time.toFixed(1)} µs`;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** Microseconds a workflow. */
function measure(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1000 / COUNT;
}
