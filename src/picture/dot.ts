import type { Severity } from '../model/finding.ts';
import { escapeText } from '../report/escape.ts';
import { type Mark, nameOfMark, worstFirst, worstOf } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

const COLOURS: Readonly<Record<Severity, string>> = { error: '#b3161b', warning: '#7a4b00', info: '#1d4f91' };
const LONGEST = 60;

const SHAPES = new Map([
  ['trigger', 'shape=oval'],
  ['event', 'shape=oval'],
  ['condition', 'shape=diamond'],
  ['wait_for_event', 'shape=hexagon'],
  ['delay', 'style="rounded,filled"'],
  ['ghost', 'style=dashed'],
  ['more', 'shape=plaintext'],
]);

/** Pictures as one graph in the language of Graphviz, each in a cluster of its own. */
export function printDot(pictures: readonly Picture[]): string {
  const lines = [
    'digraph edgewise {',
    '  graph [charset="UTF-8", rankdir=TB, fontname="Helvetica", labelloc=t, labeljust=l]',
    '  node [shape=box, style=filled, fillcolor="white", fontname="Helvetica", fontsize=11]',
    '  edge [fontname="Helvetica", fontsize=10]',
  ];
  for (const [n, picture] of pictures.entries()) {
    const prefix = pictures.length === 1 ? '' : `w${n}_`;
    const heading = [picture.title, picture.subtitle, ...worstFirst(picture.marks).map(sayMark), ...picture.notes];
    lines.push(`  subgraph cluster_${n} {`, `    label=${labelOf(heading)}`);
    const apart = picture.nodes.filter((node) => node.apart);
    for (const node of picture.nodes) if (!node.apart) lines.push(`    ${prefix}${node.id} ${printNode(node)}`);
    if (apart.length > 0) {
      lines.push(`    subgraph cluster_${n}_apart {`, '      label="never reached"', '      style=dashed');
      for (const node of apart) lines.push(`      ${prefix}${node.id} ${printNode(node)}`);
      lines.push('    }');
    }
    for (const link of picture.links) lines.push(`    ${prefix}${link.from} -> ${prefix}${link.to}${printLink(link)}`);
    lines.push('  }');
  }
  return `${lines.join('\n')}\n}\n`;
}

function printNode({ kind, type, name, key, facts, marks }: PictureNode): string {
  const what = [facts.caption, facts.main].filter((part) => part !== '').join(': ');
  const said = kind === 'more' ? [`… ${facts.main}`] : kind === 'ghost' ? [name, facts.main] : [name, what, ...facts.details, ...marksIn(marks)];
  const shape = SHAPES.get(type);
  const attributes = [
    `label=${labelOf(said)}`,
    ...(key === '' ? [] : [`tooltip=${quote(key.slice(0, 200))}`]),
    ...(shape === undefined ? [] : [shape]),
    ...colourOf(marks),
  ];
  return `[${attributes.join(', ')}]`;
}

function printLink({ label, broken, marks }: PictureLink): string {
  const said = [label, ...marksIn(marks)].filter((line) => line !== '');
  const attributes = [...(said.length === 0 ? [] : [`label=${labelOf(said)}`]), ...(broken ? ['style=dashed'] : []), ...colourOf(marks)];
  return attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`;
}

function colourOf(marks: readonly Mark[]): readonly string[] {
  const worst = worstOf(marks);
  return worst === undefined ? [] : [`color="${COLOURS[worst]}"`, 'penwidth=2'];
}

const marksIn = (marks: readonly Mark[]): readonly string[] => worstFirst(marks).map(sayMark);
const sayMark = (mark: Mark): string => (mark.also ? nameOfMark(mark) : `${mark.severity}: ${nameOfMark(mark)}`);

/** Lines of a label. `\n` is what Graphviz breaks lines at; nothing in the text is. */
function labelOf(lines: readonly string[]): string {
  const cut = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line);
  return `"${lines
    .filter((line) => line !== '')
    .map((line) => escapeDot(cut(line)))
    .join('\\n')}"`;
}

const quote = (text: string): string => `"${escapeDot(text)}"`;

// A label may hold escapes (`\N`) and entities of HTML (`&lt;`), also within quotes.
function escapeDot(text: string): string {
  return escapeText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;');
}
