// What each rule costs on clean ten-step workflows: microseconds a workflow, and its share of the whole (parse, decode, graph, all rules).
import { activate, createLinter, parseDocument, rules } from '../dist/index.js';
import { eventDefinitions, tenStepWorkflow } from './workload.js';

const COUNT = 4000;
const ROUNDS = Number(process.env.RUNS ?? 9);
// Enabled, each on an event of its own: what is off costs the rules of time nothing, and two on one event would be a finding.
const texts = Array.from({ length: COUNT }, (_, i) => {
  const workflow = tenStepWorkflow(i);
  workflow.steps[0].config.event_name = `started.number_${i}`;
  return JSON.stringify({ ...workflow, status: 'enabled' });
});
const refs = texts.map((text, index) => ({ source: 'bench', index, line: 1, start: 0, end: text.length }));

const parse = measure(() => {
  for (const text of texts) JSON.parse(text);
});
const decode = measure(() => {
  for (const [i, text] of texts.entries()) parseDocument(text, refs[i]);
});
const definitions = eventDefinitions();
const [definition] = definitions.data;
for (let i = 0; i < COUNT; i++) definitions.data.push({ ...definition, id: `started-${i}`, name: `started.number_${i}` });
const events = parseDocument(JSON.stringify(definitions), { source: 'events', index: 0, line: 1, start: 0, end: 0 });
const documents = texts.map((text, i) => parseDocument(text, refs[i]));
const lint = (active) =>
  measure(() => {
    const linter = createLinter(active);
    linter.add(events, () => undefined);
    for (const document of documents) linter.add(document, () => undefined);
    linter.finish(() => undefined, 0);
  });
const recommended = activate(rules, {});
const bare = lint([]);
const all = lint(recommended);
const whole = decode + all;

console.log(
  `JSON.parse ${parse.toFixed(1)} µs · parse and decode ${decode.toFixed(1)} µs · graph and engine ${bare.toFixed(1)} µs · ${recommended.length} rules ${(all - bare).toFixed(1)} µs`,
);
console.log(`all rules together: ${((all - bare) / parse).toFixed(2)}× JSON.parse; the whole: ${(whole / parse).toFixed(2)}×`);
const costs = recommended.map((active) => ({ id: active.rule.id, cost: Math.max(0, lint([active]) - bare) })).sort((a, b) => b.cost - a.cost);
for (const { id, cost } of costs.slice(0, Number(process.env.TOP ?? 12)))
  console.log(`${((100 * cost) / whole).toFixed(1).padStart(5)} %  ${cost.toFixed(2).padStart(6)} µs  ${id}`);

/** Microseconds a workflow: the least of several rounds, after two that are not counted; whatever else the machine does only adds. */
function measure(work) {
  const times = [];
  for (let round = -2; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    work();
    if (round >= 0) times.push(Number(process.hrtime.bigint() - start) / 1000 / COUNT);
  }
  return Math.min(...times);
}
