import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from '../src/core/document/parse.ts';
import { splitLines } from '../src/core/document/split.ts';
import type { Document } from '../src/core/model/nodes.ts';
import { allStepTypes } from '../src/core/steps/index.ts';
import { eventMap } from '../src/features/picture/event-map.ts';
import { printSvgs } from '../src/features/picture/lay-out.ts';
import { printMermaid } from '../src/features/picture/mermaid.ts';
import { type Picture, pictureOf } from '../src/features/picture/picture.ts';
import { buildEventsSchema, buildWorkflowSchema } from './published-schemas.ts';
import { exampleFiles, fillSections, lintExample, lintExamples } from './tables.ts';

// `npm run generate` writes the files; without it, stale files fail.

test.each([
  ['workflow', () => buildWorkflowSchema(allStepTypes.filter(({ isKnown }) => isKnown))],
  ['events', buildEventsSchema],
])('schemas/%s.schema.json is generated from the step types', async (name, build) => {
  await expect(`${JSON.stringify(build(), null, 2)}\n`).toMatchFileSnapshot(
    `../schemas/${name}.schema.json`,
  );
});

test.each(['brewing-course', 'events'])(
  'docs/pictures/%s.svg is drawn from the examples',
  async (name) => {
    await expect(drawExample(name)).toMatchFileSnapshot(`../docs/pictures/${name}.svg`);
  },
);

test('the picture in docs/graph.md is drawn from an example', async () => {
  const written = readFileSync(new URL('../docs/graph.md', import.meta.url), 'utf8');
  const printed = printMermaid([pictureOfExample(LOOP)], { titled: true });
  const picture = `\`\`\`mermaid\n${printed.trimEnd()}\n\`\`\``;
  const page = fillSections(written, new Map([['mermaid', picture]]));
  await expect(page).toMatchFileSnapshot('../docs/graph.md');
});

const LOOP = 'examples/automations/failed-payment.json';

/** As `edgewise graph` draws it. */
function drawExample(name: string): string {
  return printSvgs([
    name === 'events' ? mapOfExamples() : pictureOfExample(`examples/automations/${name}.json`),
  ]);
}

function pictureOfExample(file: string): Picture {
  const [workflow] = readExample(file).flatMap(({ workflows }) => workflows);
  if (workflow === undefined) throw new Error(`no workflow in ${file}`);
  return pictureOf(workflow, lintExample(file).findings);
}

function mapOfExamples(): Picture {
  const { findings } = lintExamples();
  const documents = exampleFiles().flatMap(readExample);
  const workflows = documents.flatMap((document) => document.workflows);
  const events = documents.flatMap((document) => document.events);
  return eventMap(workflows, events, findings);
}

function readExample(source: string): readonly Document[] {
  const text = readFileSync(new URL(`../${source}`, import.meta.url), 'utf8');
  const whole = { text, ref: { source, index: 0, line: 1, start: 0, end: text.length } };
  const documents = source.endsWith('.ndjson') ? [...splitLines(text, source)] : [whole];
  return documents.map((document) => parseDocument(document.text, document.ref));
}
