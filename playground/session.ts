import { getLocation } from 'jsonc-parser';
import pkg from '../package.json' with { type: 'json' };
import { rules } from '../rules/index.ts';
import { locate } from '../src/document/locate.ts';
import { parseDocument } from '../src/document/parse.ts';
import { createRegions } from '../src/document/regions.ts';
import { textDocuments } from '../src/document/split.ts';
import { createLinter } from '../src/lint/linter.ts';
import { activate } from '../src/lint/settings.ts';
import type { DocumentRef, EventDefinition, Workflow } from '../src/model/nodes.ts';
import { pointerOf } from '../src/model/place.ts';
import { plainOf } from '../src/model/plain.ts';
import { headline, remarks } from '../src/report/footer.ts';
import { buildReportData, COLOURLESS, MAX_FINDINGS } from '../src/report/html-data.ts';
import { worstFirst } from '../src/report/listing.ts';
import { simulate } from '../src/simulate/simulate.ts';
import type { Calls } from './protocol.ts';

/** Of more, no page can be opened. */
const MAX_DRAWN = 10_000;

interface Held {
  readonly ref: DocumentRef;
  readonly text: string;
}

/** Checks texts, and answers questions about those it checked last. Pure: it runs in a thread, and in tests. */
export function createSession(now: () => number): Calls {
  let held: readonly Held[] = [];
  let workflows: readonly Workflow[] = [];
  let events: readonly EventDefinition[] = [];
  return {
    check(files, preset) {
      const started = now();
      const linter = createLinter(activate(rules, { preset }));
      const kept = new Map<string, Held>();
      const found: Workflow[] = [];
      const defined: EventDefinition[] = [];
      for (const { name, text } of files) {
        for (const { ref, text: own } of textDocuments(text, name)) {
          const document = parseDocument(own, ref);
          kept.set(keyOf(ref), { ref, text: own });
          linter.add(document, () => own);
          found.push(...document.workflows);
          defined.push(...document.events);
        }
      }
      const result = linter.finish((ref) => kept.get(keyOf(ref))?.text, 0);
      [held, workflows, events] = [[...kept.values()], found, defined];
      const { name, version, homepage } = pkg;
      const plain = found.slice(0, MAX_DRAWN).map(plainOf);
      const elapsed = now() - started;
      const tool = { name, version, homepage };
      const data = buildReportData(result, { tool, rules, pageOf: () => undefined, palette: COLOURLESS, elapsed, quiet: false, workflows: plain });
      const regions = worstFirst(result.findings, MAX_FINDINGS).map(({ location }) => location.region ?? null);
      return { data, regions, plain, headline: headline(result), remarks: [...remarks(result, false)], elapsed };
    },

    simulate: (request) => simulate(workflows, events, request),

    placeOf({ workflow: index, mark }) {
      const workflow = workflows[index];
      if (workflow === undefined) return undefined;
      const nodes = mark === undefined ? undefined : mark.kind === 'step' ? workflow.steps : workflow.edges;
      const node = nodes === undefined ? workflow : nodes.find((one) => one.index === mark?.index);
      const own = held.find(({ ref }) => keyOf(ref) === keyOf(workflow.document));
      if (node === undefined || own === undefined) return undefined;
      const pointer = pointerOf(node);
      const span = locate(own.text, [{ pointer }])({ pointer });
      return span && { source: own.ref.source, region: createRegions(own.text, own.ref.line)(span).region };
    },

    spotAt(source, line, column) {
      const own = held.findLast(({ ref }) => ref.source === source && ref.line <= line);
      if (own === undefined) return undefined;
      let offset = 0;
      for (let n = own.ref.line; n < line; n++) {
        offset = own.text.indexOf('\n', offset) + 1;
        if (offset === 0) return undefined;
      }
      const path = getLocation(own.text, offset + column - 1).path.map(String);
      const index = workflows.findLastIndex(({ document, pointer }) => keyOf(document) === keyOf(own.ref) && isWithin(path, pointer));
      const pointer = workflows[index]?.pointer;
      if (pointer === undefined) return undefined;
      const [list, item] = path.slice(segmentsOf(pointer).length);
      const kind = list === 'steps' ? 'step' : list === 'edges' || list === 'connections' ? 'edge' : undefined;
      return { workflow: index, mark: kind === undefined || item === undefined ? undefined : { kind, index: Number(item) } };
    },
  };
}

const keyOf = ({ source, index }: DocumentRef): string => `${index} ${source}`;

const segmentsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

const isWithin = (path: readonly string[], pointer: string): boolean => segmentsOf(pointer).every((segment, i) => path[i] === segment);
