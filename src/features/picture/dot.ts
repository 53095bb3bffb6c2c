import { type Look, lookOf } from '../../core/drawing/icons.ts';
import type { Mark } from '../../core/drawing/scene.ts';
import type { Severity } from '../../core/model/finding.ts';
import { truncate, truncateMiddle } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { groupMarks, type MarkGroup, worstOf } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

const COLOURS: Readonly<Record<Severity, string>> = {
  error: '#b3161b',
  warning: '#7a4b00',
  info: '#1d4f91',
};
const LONGEST = 60;
const LONGEST_RULE = 400;

const SHAPES: Readonly<Record<Look['shape'], string | undefined>> = {
  pill: 'shape=oval',
  diamond: 'shape=diamond',
  hexagon: 'shape=hexagon',
  round: 'style="rounded,filled"',
  box: undefined,
};
const OTHER_SHAPES = new Map([
  ['ghost', 'style=dashed'],
  ['more', 'shape=plaintext'],
  ['jump', 'shape=plaintext'],
]);

/** Pictures as one graph in DOT, each in a separate cluster. */
export function printDot(pictures: readonly Picture[]): string {
  const lines = [
    'digraph edgewise {',
    `  graph [charset="UTF-8", rankdir=${pictures[0]?.direction ?? 'TB'}, fontname="Helvetica", labelloc=t, labeljust=l]`,
    '  node [shape=box, style=filled, fillcolor="white", fontname="Helvetica", fontsize=11]',
    '  edge [fontname="Helvetica", fontsize=10]',
  ];
  for (const [n, picture] of pictures.entries()) {
    const prefix = pictures.length === 1 ? '' : `w${n}_`;
    const heading = [
      picture.title,
      picture.subtitle,
      ...groupMarks(picture.marks).map(markLine),
      ...picture.notes,
    ];
    lines.push(`  subgraph cluster_${n} {`, `    label=${labelOf(heading)}`);
    const print = (node: PictureNode): string => `${prefix}${node.id} ${printNode(node)}`;
    const apart = picture.nodes.filter((node) => node.apart);
    const others = picture.nodes.filter((node) => !node.apart);
    lines.push(...others.map((node) => `    ${print(node)}`));
    if (apart.length > 0)
      lines.push(
        `    subgraph cluster_${n}_apart {`,
        '      label="never reached"',
        '      style=dashed',
        ...apart.map((node) => `      ${print(node)}`),
        '    }',
      );
    for (const link of picture.links)
      lines.push(`    ${prefix}${link.from} -> ${prefix}${link.to}${printLink(link)}`);
    lines.push('  }');
  }
  return `${lines.join('\n')}\n}\n`;
}

function printNode({ kind, type, name, key, facts, marks }: PictureNode): string {
  const what = [facts.caption, facts.main].filter((part) => part !== '').join(': ');
  const special = kind === 'more' ? [`… ${facts.main}`] : kind === 'ghost' && [name, facts.main];
  const text = special || [
    truncateMiddle(name, LONGEST),
    what,
    ...facts.details,
    ...marksIn(marks, [key, facts.main]),
  ];
  const shape = OTHER_SHAPES.get(type) ?? SHAPES[lookOf(type).shape];
  const attributes = [
    `label=${labelOf(text, facts.decides ? LONGEST_RULE : LONGEST)}`,
    ...(key === '' ? [] : [`tooltip=${quote(truncateMiddle(key, 200))}`]),
    ...(shape === undefined ? [] : [shape]),
    ...colourOf(marks),
  ];
  return `[${attributes.join(', ')}]`;
}

function printLink({ label, type, broken, marks }: PictureLink): string {
  const text = [label, ...marksIn(marks)].filter((line) => line !== '');
  const attributes = [
    ...(text.length === 0 ? [] : [`label=${labelOf(text)}`]),
    ...(type === undefined || type === label ? [] : [`labeltooltip=${quote(type)}`]),
    ...(broken ? ['style=dashed'] : []),
    ...colourOf(marks),
  ];
  return attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`;
}

function colourOf(marks: readonly Mark[]): readonly string[] {
  const worst = worstOf(marks);
  return worst === undefined ? [] : [`color="${COLOURS[worst]}"`, 'penwidth=2'];
}

const marksIn = (marks: readonly Mark[], shown?: readonly string[]): readonly string[] =>
  groupMarks(marks, shown).map(markLine);
const markLine = ({ also, severity, text }: MarkGroup): string =>
  also ? text : `${severity}: ${text}`;

/** Lines of a label. Graphviz breaks lines at `\n`; breaks in the text are escaped. */
function labelOf(lines: readonly string[], length = LONGEST): string {
  return `"${lines
    .filter((line) => line !== '')
    .map((line) => escapeDot(truncate(line, length)))
    .join('\\n')}"`;
}

const quote = (text: string): string => `"${escapeDot(text)}"`;

// A label may contain escapes (`\N`) and entities of HTML (`&lt;`), also within quotes.
function escapeDot(text: string): string {
  return escapeText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;');
}
