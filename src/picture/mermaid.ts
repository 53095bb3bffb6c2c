import type { Severity } from '../model/finding.ts';
import { type Mark, nameOfMark, worstFirst, worstOf } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

export interface MermaidOptions {
  /** Say what the picture shows, above it. */
  readonly titled?: boolean;
}

/** How much is said: when a picture would be longer than Mermaid reads, less. */
interface Detail {
  readonly length: number;
  readonly details: boolean;
}

// Mermaid refuses texts of more than 50,000 characters.
const LONGEST = 48_000;
const DETAILS: readonly Detail[] = [
  { length: 56, details: true },
  { length: 32, details: false },
  { length: 12, details: false },
];
const MAX_MARKS = 4;

const STYLES: Readonly<Record<Severity | 'also' | 'missing', string>> = {
  error: 'stroke:#d1242f,stroke-width:3px',
  warning: 'stroke:#bf8700,stroke-width:3px',
  info: 'stroke:#0969da,stroke-width:3px',
  also: 'stroke:#bf8700,stroke-width:2px',
  missing: 'stroke:#d1242f,stroke-dasharray:5 4',
};
const SIGNS: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', info: 'ℹ' };

/**
 * Pictures as one Mermaid flowchart: steps in the order of the document, edges as they stand, also those that lead nowhere. Names of the workflow
 * are escaped for Mermaid and cut, so the text is bounded and safe to embed.
 */
export function printMermaid(pictures: readonly Picture[], { titled = false }: MermaidOptions = {}): string {
  let text = '';
  for (const detail of DETAILS) {
    text = printAs(pictures, titled, detail);
    if (text.length <= LONGEST) break;
  }
  return text;
}

function printAs(pictures: readonly Picture[], titled: boolean, detail: Detail): string {
  const [first] = pictures;
  const lines = titled && pictures.length === 1 && first !== undefined ? ['---', `title: "${plain(first.title)}"`, '---'] : [];
  lines.push('flowchart TD');
  const styled = new Map<string, number[]>();
  const classes = new Set<string>();
  let links = 0;
  for (const [n, picture] of pictures.entries()) {
    const prefix = pictures.length === 1 ? '' : `w${n}_`;
    const [indent, inner] = pictures.length === 1 ? ['  ', '    '] : ['    ', '      '];
    if (pictures.length > 1) lines.push(`  subgraph ${prefix}all["${escapeLabel(picture.title)}"]`);
    const print = (node: PictureNode): string => `${prefix}${node.id}${shapeOf(node, detail)}${classOf(node, classes)}`;
    for (const node of picture.nodes) if (!node.apart) lines.push(`${indent}${print(node)}`);
    const apart = picture.nodes.filter((node) => node.apart);
    if (apart.length > 0) lines.push(`${indent}subgraph ${prefix}apart["never reached"]`, ...apart.map((node) => `${inner}${print(node)}`), `${indent}end`);
    const said = [
      ...worstFirst(picture.marks).map((mark) => ({ text: sayMark(mark), style: mark.severity })),
      ...picture.notes.map((note) => ({ text: note, style: undefined })),
    ];
    for (const [i, { text, style }] of said.entries()) {
      lines.push(`${indent}${prefix}note${i}["${escapeLabel(text, 100)}"]${style === undefined ? '' : `:::${style}`}`);
      if (style !== undefined) classes.add(style);
    }
    for (const link of picture.links) {
      lines.push(`${indent}${prefix}${link.from} -->${labelOf(link, detail)} ${prefix}${link.to}`);
      const style = styleOf(link.marks);
      if (style !== undefined) styled.set(style, [...(styled.get(style) ?? []), links]);
      links++;
    }
    if (pictures.length > 1) lines.push('  end');
  }
  for (const [name, style] of Object.entries(STYLES)) if (classes.has(name)) lines.push(`  classDef ${name} ${style}`);
  // Links are styled by their number in the picture.
  for (const [name, style] of Object.entries(STYLES)) if (styled.has(name)) lines.push(`  linkStyle ${styled.get(name)?.join(',')} ${style}`);
  return `${lines.join('\n')}\n`;
}

/** Text for a quoted Mermaid label: anything Mermaid, Markdown or HTML could read as its own becomes an entity. */
export function escapeLabel(text: string, length = 40): string {
  const shown = text
    .slice(0, 4 * length)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    // Between two pairs of them stands a formula, escaped or not.
    .replace(/\$(?=\$)/g, '$ ')
    .trim();
  const characters = [...shown];
  const cut = characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : shown;
  return cut.replace(/[^\p{L}\p{M}\p{N} ,?!'()→…]/gu, (character, at: number) => (isPlain(character, at, cut) ? character : `#${character.codePointAt(0)};`));
}

// A dot, dash or underscore between letters is only that; at the start it would begin a list, after "www" a link.
function isPlain(character: string, at: number, text: string): boolean {
  if (character === ':') return text[at + 1] === ' ';
  return /[._-]/.test(character) && /[a-z]/i.test(text[at - 1] ?? '') && /[a-z0-9]/i.test(text[at + 1] ?? '') && !/www$/i.test(text.slice(0, at));
}

/** A heading stands outside of any label, where nothing can be escaped. */
function plain(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[^\p{L}\p{M}\p{N},.'()_-]+/gu, ' ')
    .trim();
}

function shapeOf(node: PictureNode, detail: Detail): string {
  const label = `"${linesOf(node, detail).join('<br/>')}"`;
  switch (node.type) {
    case 'trigger':
    case 'event':
      return `([${label}])`;
    case 'condition':
      return `{${label}}`;
    case 'wait_for_event':
      return `{{${label}}}`;
    case 'delay':
    case 'more':
      return `(${label})`;
    default:
      return `[${label}]`;
  }
}

function linesOf({ kind, name, facts, marks }: PictureNode, { length, details }: Detail): readonly string[] {
  const shown = (text: string): string => escapeLabel(text, length);
  if (kind === 'more') return [`… ${facts.main}`];
  if (kind === 'ghost') return name === '' ? [facts.main] : [shown(name), facts.main];
  const what = facts.caption === '' ? facts.main : `${facts.caption}: ${facts.main}`;
  return [...(name === '' ? [] : [shown(name)]), shown(what), ...(details ? facts.details.map(shown) : []), ...sayMarks(marks)];
}

function labelOf({ label, marks }: PictureLink, { length }: Detail): string {
  const said = [...(label === '' ? [] : [escapeLabel(label, length)]), ...sayMarks(marks)];
  return said.length === 0 ? '' : `|"${said.join('<br/>')}"|`;
}

function sayMarks(marks: readonly Mark[]): readonly string[] {
  const shown = marks.length > MAX_MARKS ? MAX_MARKS - 1 : marks.length;
  const said = worstFirst(marks)
    .slice(0, shown)
    .map((mark) => escapeLabel(sayMark(mark), 60));
  return marks.length > shown ? [...said, `… ${marks.length - shown} more`] : said;
}

const sayMark = (mark: Mark): string => (mark.also ? nameOfMark(mark) : `${SIGNS[mark.severity]} ${mark.severity}: ${nameOfMark(mark)}`);

function classOf({ kind, marks }: PictureNode, classes: Set<string>): string {
  const style = kind === 'ghost' ? 'missing' : styleOf(marks);
  if (style === undefined) return '';
  classes.add(style);
  return `:::${style}`;
}

function styleOf(marks: readonly Mark[]): keyof typeof STYLES | undefined {
  return worstOf(marks) ?? (marks.length > 0 ? 'also' : undefined);
}
