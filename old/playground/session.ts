import { type Edit, format, getLocation } from 'jsonc-parser';
import pkg from '../package.json' with { type: 'json' };
import { rules } from '../rules/index.ts';
import { locate } from '../src/core/document/locate.ts';
import { createRegions } from '../src/core/document/regions.ts';
import { textDocuments } from '../src/core/document/split.ts';
import { activate } from '../src/core/lint/settings.ts';
import type { Result } from '../src/core/model/finding.ts';
import type { Document, DocumentRef, EventDefinition, Workflow } from '../src/core/model/nodes.ts';
import { pointerOf } from '../src/core/model/place.ts';
import { plainOf } from '../src/core/model/plain.ts';
import { headline, remarks } from '../src/core/report/footer.ts';
import { buildReportData, MAX_FINDINGS, markOf } from '../src/core/report/html-data.ts';
import json from '../src/core/report/json.ts';
import { worstFindings } from '../src/core/report/listing.ts';
import { exampleOf } from '../src/core/report/page-example.ts';
import { PLAIN_PALETTE, type ReportContext } from '../src/core/report/reporter.ts';
import sarif from '../src/core/report/sarif.ts';
import type { AnyRule } from '../src/core/rule.ts';
import { simulate } from '../src/features/simulate/simulate.ts';
import { decodeItems } from '../src/run/decode.ts';
import { run } from '../src/run/run.ts';
import { completionsAt } from './complete.ts';
import type { Calls, NamedText, RuleSettings, Shared, Spot, TextPlace } from './protocol.ts';

const LAYOUT = { insertSpaces: true, tabSize: 2, eol: '\n' };
const REPORTERS = { json, sarif };

interface Held {
  readonly ref: DocumentRef;
  readonly text: string;
}

/** Checks texts, and answers calls about the last check. Pure: it runs in a worker, and in tests. */
export function createSession(
  now: () => number,
  pageOf: ReportContext['pageOf'] = () => undefined,
): Calls {
  let held: readonly Held[] = [];
  /** By source: the completion of a text that is invalid uses the last valid one. */
  const lastRead = new Map<string, Document>();
  let workflows: readonly Workflow[] = [];
  let events: readonly EventDefinition[] = [];
  let last: { readonly result: Result; readonly context: ReportContext } | undefined;
  return {
    check(files, settings) {
      const started = now();
      const { result, ...found } = checkTexts(files, settings);
      ({ held, workflows, events } = found);
      for (const document of found.documents)
        if (document.workflows.length > 0) lastRead.set(document.ref.source, document);
      const plain = workflows.map(plainOf);
      const elapsed = now() - started;
      const tool = { name: pkg.name, version: pkg.version };
      const shown = { tool, rules, pageOf, palette: PLAIN_PALETTE, quiet: false };
      const context: ReportContext = { ...shown, elapsed, workflows: plain };
      last = { result, context };
      const listed = worstFindings(result.findings, MAX_FINDINGS);
      return {
        data: buildReportData(result, context),
        regions: listed.map(({ location }) => location.region ?? null),
        fixes: listed.map(({ fixes }) => fixes),
        plain,
        schemas: events.flatMap(({ name, schema }) =>
          name === undefined || !schema?.size ? [] : [[name, [...schema]] as const],
        ),
        headline: headline(result),
        remarks: [...remarks(result, false)],
        elapsed,
      };
    },

    listRules: () =>
      rules.map(({ id, summary, severity, mandatory = false }) => {
        return { id, summary, severity, mandatory, hasExample: pageOf(id) !== undefined };
      }),

    exampleOf(id) {
      const page = pageOf(id);
      const rule = rules.find((one) => one.id === id);
      return page === undefined || rule === undefined ? undefined : sharedExample(rule, page);
    },

    complete: (source, text, offset) => completionsAt(text, offset, lastRead.get(source), events),

    format: formatted,

    print(name) {
      if (last === undefined) return '';
      return [...REPORTERS[name](last.result, last.context)].join('');
    },

    simulate: (request) => simulate(workflows, events, request),

    placeOf: (spot) => placeOf(spot, workflows, held),

    spotAt(source, line, column) {
      const own = held.findLast(({ ref }) => ref.source === source && ref.line <= line);
      return own && spotAt(own, line, column, workflows);
    },
  };
}

const OPTIONS = /^With the options (.*):$/;

/** The faulty texts of the page, and the rule with its severity, also where no preset has it. */
function sharedExample({ id, severity }: AnyRule, page: string): Shared {
  const blocks = exampleOf(page);
  const output = blocks.findIndex(({ text, isCode }) => isCode && text.startsWith('$ '));
  const files = blocks.slice(0, output).flatMap(({ text, isCode }, i) => {
    const name = blocks[i - 1]?.text;
    return isCode && name !== undefined ? [{ name, text: `${text}\n` }] : [];
  });
  const options = OPTIONS.exec(blocks[0]?.text ?? '')?.[1];
  const setting: RuleSettings['rules'][number] =
    options === undefined ? [id, severity] : [id, severity, JSON.parse(options)];
  return { files, settings: { preset: 'recommended', rules: [setting] } };
}

function checkTexts(files: readonly NamedText[], { preset, rules: severities }: RuleSettings) {
  const active = activate(rules, {
    preset,
    severities: new Map(severities.map(([id, severity]) => [id, severity])),
    options: new Map(severities.map(([id, , options = {}]) => [id, options])),
  });
  const texts = files.flatMap(({ name, text }) => [...textDocuments(text, name)]);
  const items = [{ documents: texts, from: { explicit: true } }];
  const decoded = decodeItems(items, { areAllSources: true });
  const documents = decoded.read.map(({ document }) => document);
  const { result } = run(decoded, { rules: active });
  return {
    result,
    held: texts,
    documents,
    workflows: documents.flatMap((document) => document.workflows),
    events: documents.flatMap((document) => document.events),
  };
}

function placeOf(
  { workflow: index, mark }: Spot,
  workflows: readonly Workflow[],
  held: readonly Held[],
): TextPlace | undefined {
  const workflow = workflows[index];
  if (workflow === undefined) return undefined;
  const nodes = mark?.kind === 'step' ? workflow.steps : workflow.edges;
  const node = mark === undefined ? workflow : nodes.find((one) => one.index === mark.index);
  const own = held.find(({ ref }) => keyOf(ref) === keyOf(workflow.document));
  if (node === undefined || own === undefined) return undefined;
  const pointer = pointerOf(node);
  const span = locate(own.text, [{ pointer }])({ pointer });
  if (span === undefined) return undefined;
  const { region } = createRegions(own.text, own.ref.line)(span);
  return { source: own.ref.source, region };
}

function spotAt(
  { ref, text }: Held,
  line: number,
  column: number,
  workflows: readonly Workflow[],
): Spot | undefined {
  let offset = 0;
  for (let n = ref.line; n < line; n++) {
    offset = text.indexOf('\n', offset) + 1;
    if (offset === 0) return undefined;
  }
  const path = getLocation(text, offset + column - 1).path.map(String);
  const index = workflows.findLastIndex(
    ({ document, pointer }) => keyOf(document) === keyOf(ref) && isWithin(path, pointer),
  );
  const pointer = workflows[index]?.pointer;
  if (pointer === undefined) return undefined;
  return { workflow: index, mark: markOf(path.slice(segmentsOf(pointer).length)) };
}

const keyOf = ({ source, index }: DocumentRef): string => `${index} ${source}`;

const segmentsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

const isWithin = (path: readonly string[], pointer: string): boolean =>
  segmentsOf(pointer).every((segment, i) => path[i] === segment);

function formatted(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return applyInOrder(text, format(text, undefined, LAYOUT));
}

/** In linear time, which `applyEdits` of jsonc-parser does not take. */
function applyInOrder(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { offset, length, content } of edits) {
    parts.push(text.slice(at, offset), content);
    at = offset + length;
  }
  return parts.join('') + text.slice(at);
}
