import { eventNameOf, templateOf } from '../model/config.ts';
import { formatDuration, secondsOf } from '../model/duration.ts';
import { type JsonObject, own } from '../model/json.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

// Beyond these nobody could read the picture, and code hosts refuse to draw it.
const MAX_STEPS = 150;
const MAX_EDGES = 300;
const MAX_LABEL = 40;

const RED = 'stroke:#d1242f,stroke-width:3px';
const YELLOW = 'stroke:#bf8700,stroke-width:2px';

/**
 * A workflow as a Mermaid flowchart: steps in the order of the document, edges as they stand, also those that lead
 * nowhere. Names of the workflow are escaped for Mermaid and cut, so the text is bounded and safe to embed.
 * @param faults JSON pointers of findings: the step or edge that holds one is drawn in red.
 * @param related JSON pointers of what findings also name: drawn in yellow.
 */
export function flowchart(graph: Graph, faults: Iterable<string> = [], related: Iterable<string> = []): string {
  const { steps, edges } = graph.workflow;
  const red = marksOf(graph.workflow, faults);
  const yellow = marksOf(graph.workflow, related);
  const classOf = (index: number): string => (red.steps.has(index) ? ':::fault' : yellow.steps.has(index) ? ':::related' : '');
  const lines = ['flowchart TD'];
  const drawn = steps.slice(0, MAX_STEPS);
  for (const step of drawn) lines.push(`  s${step.index}${shape(step)}${classOf(step.index)}`);
  if (steps.length > MAX_STEPS) lines.push(`  rest["… ${steps.length - MAX_STEPS} more steps"]`);

  // Links are styled by their number in the picture, and some edges of the document are not drawn.
  const redLinks: number[] = [];
  const yellowLinks: number[] = [];
  const strangers: Strangers = new Map();
  let links = 0;
  for (const edge of edges) {
    if (links === MAX_EDGES) break;
    const from = endOf(edge.from, graph.source(edge), strangers, lines);
    const to = endOf(edge.to, graph.target(edge), strangers, lines);
    if (from === undefined || to === undefined) continue;
    if (red.edges.has(edge.index)) redLinks.push(links);
    else if (yellow.edges.has(edge.index)) yellowLinks.push(links);
    links++;
    lines.push(`  ${from} -->${linkLabel(edge, graph.source(edge))} ${to}`);
  }
  if (red.steps.size > 0) lines.push(`  classDef fault ${RED}`);
  if (yellow.steps.size > 0) lines.push(`  classDef related ${YELLOW}`);
  if (strangers.size > 0) lines.push('  classDef missing stroke:#d1242f,stroke-dasharray:5 4');
  if (redLinks.length > 0) lines.push(`  linkStyle ${redLinks.join(',')} ${RED}`);
  if (yellowLinks.length > 0) lines.push(`  linkStyle ${yellowLinks.join(',')} ${YELLOW}`);
  return `${lines.join('\n')}\n`;
}

/** Text for a quoted Mermaid label: anything Mermaid, Markdown or HTML could read as its own becomes an entity. */
export function escapeLabel(text: string): string {
  const shown = text
    .slice(0, 4 * MAX_LABEL)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim();
  const characters = [...shown];
  const cut = characters.length > MAX_LABEL ? `${characters.slice(0, MAX_LABEL - 1).join('')}…` : shown;
  return cut.replace(/[^\p{L}\p{M}\p{N} ,?!'()→…]/gu, (character, at: number) => (isPlain(character, at, cut) ? character : `#${character.codePointAt(0)};`));
}

// A dot, dash or underscore between letters is only that; at the start it would begin a list, after "www" a link.
function isPlain(character: string, at: number, text: string): boolean {
  if (character === ':') return text[at + 1] === ' ';
  return /[._-]/.test(character) && /[a-z]/i.test(text[at - 1] ?? '') && /[a-z0-9]/i.test(text[at + 1] ?? '') && !/www$/i.test(text.slice(0, at));
}

type Strangers = Map<string, string>;

/** The name of an edge's end in the picture; an end that is no step gets a box of its own. */
function endOf(key: string | undefined, step: Step | undefined, strangers: Strangers, lines: string[]): string | undefined {
  if (step !== undefined) return step.index < MAX_STEPS ? `s${step.index}` : 'rest';
  if (key === undefined) return undefined;
  let name = strangers.get(key);
  if (name === undefined) {
    strangers.set(key, (name = `x${strangers.size}`));
    lines.push(`  ${name}["${escapeLabel(short(key))}<br/>no such step"]:::missing`);
  }
  return name;
}

function shape(step: Step): string {
  const label = `"${[short(step.key ?? `#${step.index}`), ...describe(step)].map(escapeLabel).join('<br/>')}"`;
  switch (step.type) {
    case 'trigger':
      return `([${label}])`;
    case 'condition':
      return `{${label}}`;
    case 'wait_for_event':
      return `{{${label}}}`;
    case 'delay':
      return `(${label})`;
    default:
      return `[${label}]`;
  }
}

function describe(step: Step): readonly string[] {
  switch (step.type) {
    case undefined:
      return [];
    case 'trigger':
      return [`on ${eventNameOf(step) ?? 'no event'}`];
    case 'send_email': {
      const subject = step.config['subject'];
      return [`email: ${typeof subject === 'string' && subject.trim() !== '' ? subject : (templateOf(step)?.id ?? 'no template')}`];
    }
    case 'delay': {
      const seconds = secondsOf(step);
      return [seconds === undefined ? 'wait' : `wait ${formatDuration(seconds)}`];
    }
    case 'wait_for_event': {
      const seconds = secondsOf(step);
      return [`wait for ${eventNameOf(step) ?? 'no event'}`, ...(seconds === undefined ? [] : [`at most ${formatDuration(seconds)}`])];
    }
    case 'condition':
      return [describeRule(step.config)];
    default:
      return [step.type.replaceAll('_', ' ')];
  }
}

function describeRule(rule: JsonObject): string {
  const rules = own(rule, 'rules');
  if (Array.isArray(rules)) return `${own(rule, 'type') === 'or' ? 'any' : 'all'} of ${rules.length}`;
  const [field, operator, value] = [own(rule, 'field'), own(rule, 'operator'), own(rule, 'value')];
  if (typeof field !== 'string' || typeof operator !== 'string') return 'condition';
  return [field, operator, ...(typeof value === 'object' || value === undefined ? [] : [String(value)])].join(' ');
}

/** Branches bear their name; the plain way on from a step that does not branch needs none. */
function linkLabel({ type }: Edge, from: Step | undefined): string {
  const branches = from?.type === 'condition' || from?.type === 'wait_for_event';
  return type === undefined || (type === 'default' && !branches) ? '' : `|"${escapeLabel(type)}"|`;
}

// The alpha's keys are UUIDs: eight digits tell them apart.
function short(key: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key) ? `${key.slice(0, 8)}…` : key;
}

function marksOf(workflow: Workflow, faults: Iterable<string>): { readonly steps: ReadonlySet<number>; readonly edges: ReadonlySet<number> } {
  const steps = new Set<number>();
  const edges = new Set<number>();
  for (const pointer of faults) {
    if (!pointer.startsWith(`${workflow.pointer}/`)) continue;
    const [collection, index] = pointer.slice(workflow.pointer.length + 1).split('/', 2);
    if (index === undefined) continue;
    if (collection === 'steps') steps.add(Number(index));
    else if (collection === 'edges' || collection === 'connections') edges.add(Number(index));
  }
  return { steps, edges };
}
