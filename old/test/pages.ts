import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rules } from '../rules/index.ts';
import { parseDocument } from '../src/core/document/parse.ts';
import { splitLines } from '../src/core/document/split.ts';
import type { Finding, Result } from '../src/core/model/finding.ts';
import type { Workflow } from '../src/core/model/nodes.ts';
import type { ReportContext, Reporter } from '../src/core/report/reporter.ts';
import text from '../src/core/report/text.ts';
import type { AnyRule } from '../src/core/rule.ts';
import { printMermaid } from '../src/features/picture/mermaid.ts';
import { pictureOf } from '../src/features/picture/picture.ts';
import { lintTexts } from './lint-text.ts';
import { composePage, type Example, type Shown } from './rule-page.ts';

// The findings in the documentation of rules, created by linting their fixtures.

const home = new URL('rules/', import.meta.url);
const SCENE = /^(.+)\.(ok|bad)\.(json|ndjson|ts)$/;
/** Pictures a page shows of one document. */
const MAX_CHARTS = 2;

/** The scenes of a rule that must be silent, or must fire. */
export function scenesOf(id: string, kind: 'ok' | 'bad'): readonly string[] {
  const folder = new URL(`${id}/`, home);
  return existsSync(folder)
    ? readdirSync(folder).filter((file) => SCENE.exec(file)?.[2] === kind)
    : [];
}

export function readScene(id: string, file: string): Uint8Array {
  return readFileSync(new URL(`${id}/${file}`, home));
}

/** A scene, and the files beside a scene of code. */
export function filesOf(id: string, file: string): Record<string, Uint8Array> {
  const [, scene = '', , ending] = SCENE.exec(file) ?? [];
  const beside = ending === 'ts' ? ['events', 'workflows'].map((of) => `${scene}.${of}.json`) : [];
  const there = beside.filter((name) => existsSync(new URL(`${id}/${name}`, home)));
  return Object.fromEntries([file, ...there].map((name) => [name, readScene(id, name)]));
}

/** The options a scene is linted with. */
export function optionsOf(id: string, file: string): object | undefined {
  const options = new URL(`${id}/${SCENE.exec(file)?.[1]}.options.json`, home);
  return existsSync(options) ? (JSON.parse(readFileSync(options, 'utf8')) as object) : undefined;
}

/** The pair of scenes a rule's page shows: `example`, else the first ones; the good one repairs the bad one if it can. */
export function exampleScenes(id: string): {
  readonly bad: string | undefined;
  readonly ok: string | undefined;
} {
  const pick = (kind: 'ok' | 'bad', ...names: string[]): string | undefined => {
    const scenes = scenesOf(id, kind);
    return (
      scenes.find((file) => names.includes(SCENE.exec(file)?.[1] as string)) ?? scenes.toSorted()[0]
    );
  };
  const bad = pick('bad', 'example');
  return { bad, ok: pick('ok', 'example', SCENE.exec(bad ?? '')?.[1] ?? '') };
}

export function pageOf(rule: AnyRule): string {
  return composePage(rule, exampleOf(rule));
}

function exampleOf(rule: AnyRule): Example | undefined {
  const scenes = exampleScenes(rule.id);
  if (scenes.bad === undefined) return undefined;
  const options = optionsOf(rule.id, scenes.bad);
  const choice = { only: new Set([rule.id]), options: options && new Map([[rule.id, options]]) };
  const { [scenes.bad]: bytes = new Uint8Array(), ...beside } = filesOf(rule.id, scenes.bad);
  const result = lintTexts({ ...beside, [scenes.bad]: bytes }, choice);
  const output = render(text, result, [rule]);
  const bad = show(scenes.bad, bytes, result.findings);
  const ok =
    scenes.ok === undefined ? undefined : show(scenes.ok, readScene(rule.id, scenes.ok), []);
  const others = Object.entries(beside).map(([name, text]) => show(name, text, result.findings));
  return { bad, others, output, ok, options };
}

/** A result as `edgewise` prints it, without colour and without the time it took. */
export function render(
  reporter: Reporter,
  result: Result,
  ran: readonly AnyRule[] = rules,
): string {
  const plain = (text: string) => text;
  const context: ReportContext = {
    tool: { name: 'edgewise', version: '0.1.0' },
    rules: ran,
    pageOf: () => undefined,
    palette: {
      red: plain,
      yellow: plain,
      blue: plain,
      cyan: plain,
      green: plain,
      bold: plain,
      dim: plain,
    },
    elapsed: 0,
    quiet: false,
  };
  return maskTime([...reporter(result, context)].join(''));
}

/** The only part of the output that differs between runs. */
export function maskTime(text: string): string {
  return text.replace(/ · \d[\d.]* m?s$/m, '');
}

function show(file: string, bytes: Uint8Array, findings: readonly Finding[]): Shown {
  const source = new TextDecoder().decode(bytes);
  const pointers = findings.map(({ location }) => location.pointer);
  const workflows = workflowsIn(file, source);
  // Of a bundle, the workflows with findings are drawn, else the first.
  const faulty = workflows.filter(
    (workflow) =>
      workflow.pointer !== '' &&
      pointers.some((pointer) => pointer.startsWith(`${workflow.pointer}/`)),
  );
  const drawn = (faulty.length > 0 ? faulty : workflows).slice(0, MAX_CHARTS);
  return {
    file,
    text: source,
    charts: drawn.map((workflow) => printMermaid([pictureOf(workflow, findings)])),
  };
}

function workflowsIn(source: string, text: string): readonly Workflow[] {
  const ref = { source, index: 0, line: 1, start: 0, end: text.length };
  if (source.endsWith('.ts')) return [];
  const documents = source.endsWith('.ndjson') ? splitLines(text, source) : [{ ref, text }];
  return [...documents]
    .flatMap((document) => parseDocument(document.text, document.ref).workflows)
    .filter(({ steps }) => steps.length > 0);
}
