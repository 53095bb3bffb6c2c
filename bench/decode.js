// Decoding ten-step workflows against JSON.parse of their texts, and the memory that both keep: `node --expose-gc bench/decode.js`.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { tenStepWorkflow } from './workload.js';

const COUNT = 2000;
const ROUNDS = 15;

const bundle = await rolldown({
  input: fileURLToPath(new URL('../src/core/document/text.ts', import.meta.url)),
});
const { output } = await bundle.generate({ codeSplitting: false });
const code = Buffer.from(output[0].code).toString('base64');
const { decodeText } = await import(`data:text/javascript;base64,${code}`);

const inputs = Array.from({ length: COUNT }, (_, i) => ({
  ...{ name: 'a.ndjson', line: i + 1, isNamed: true },
  text: JSON.stringify(tenStepWorkflow(i)),
}));
const parse = ({ text }) => JSON.parse(text);
const least = { parse: Number.POSITIVE_INFINITY, decode: Number.POSITIVE_INFINITY };
for (let round = 0; round < ROUNDS; round++) {
  least.parse = Math.min(least.parse, microseconds(parse));
  least.decode = Math.min(least.decode, microseconds(decodeText));
}
console.log(
  `a workflow: parse ${least.parse.toFixed(1)} µs, decode ${least.decode.toFixed(1)} µs, ratio ${(least.decode / least.parse).toFixed(1)}`,
);
if (globalThis.gc)
  console.log(`kept: parse ${kept(parse)} bytes, decode ${kept(decodeText)} bytes`);

/** Of processor time, for one input. */
function microseconds(read) {
  const start = process.cpuUsage();
  inputs.map(read);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / COUNT;
}

function kept(read) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const values = inputs.map(read);
  globalThis.gc();
  return Math.round((process.memoryUsage().heapUsed - before) / values.length);
}
