import { type Look, lookOf } from '../../core/drawing/icons.ts';
import type { Mark } from '../../core/drawing/scene.ts';
import type { Severity } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import { truncateMiddle } from '../../core/model/text.ts';
import { escapeMermaid } from '../../core/report/escape-mermaid.ts';
import { groupMarks, type MarkGroup, worstOf } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

/** The amount of detail: less if the text exceeds the limit of Mermaid. */
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

const STYLES: Readonly<Record<Severity | 'also' | 'missing', string>> = {
  error: 'stroke:#d1242f,stroke-width:3px',
  warning: 'stroke:#bf8700,stroke-width:3px',
  info: 'stroke:#0969da,stroke-width:3px',
  also: 'stroke:#bf8700,stroke-width:2px',
  missing: 'stroke:#d1242f,stroke-dasharray:5 4',
};
const SIGNS: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', info: 'ℹ' };

/**
 * Pictures as one Mermaid flowchart, in the order of the document. Names are escaped and cut, so that the text is bounded and safe to embed.
 * @param options.titled puts the title above a single picture.
 */
export function printMermaid(
  pictures: readonly Picture[],
  { titled = false }: { readonly titled?: boolean } = {},
): string {
  let text = '';
  for (const detail of DETAILS) {
    text = printAs(pictures, titled, detail);
    if (text.length <= LONGEST) break;
  }
  return text;
}

function printAs(pictures: readonly Picture[], titled: boolean, detail: Detail): string {
  const [first] = pictures;
  const lines =
    titled && pictures.length === 1 && first !== undefined
      ? ['---', `title: "${plain(first.title)}"`, '---']
      : [];
  lines.push(`flowchart TD`);
  const linkStyles: (string | undefined)[] = [];
  const classes = new Set<string>();
  for (const [n, picture] of pictures.entries()) {
    const prefix = pictures.length === 1 ? '' : `w${n}_`;
    const [indent, inner] = pictures.length === 1 ? ['  ', '    '] : ['    ', '      '];
    if (pictures.length > 1)
      lines.push(`  subgraph ${prefix}all["${escapeMermaid(picture.title)}"]`);
    const print = (node: PictureNode): string =>
      `${prefix}${node.id}${shapeOf(node, detail)}${classOf(node, classes)}`;
    for (const node of picture.nodes) if (!node.apart) lines.push(`${indent}${print(node)}`);
    const apart = picture.nodes.filter((node) => node.apart);
    if (apart.length > 0)
      lines.push(
        `${indent}subgraph ${prefix}apart["never reached"]`,
        ...apart.map((node) => `${inner}${print(node)}`),
        `${indent}end`,
      );
    const remarks = [
      ...groupMarks(picture.marks).map((mark) => ({
        text: markLine(mark),
        style: mark.severity,
      })),
      ...picture.notes.map((note) => ({ text: note, style: undefined })),
    ];
    for (const [i, { text, style }] of remarks.entries()) {
      lines.push(
        `${indent}${prefix}note${i}["${escapeMermaid(text, 100)}"]${style === undefined ? '' : `:::${style}`}`,
      );
      if (style !== undefined) classes.add(style);
    }
    for (const link of picture.links) {
      const arrow = link.edge === undefined && link.broken ? '-.->' : '-->';
      lines.push(
        `${indent}${prefix}${link.from} ${arrow}${labelOf(link, detail)} ${prefix}${link.to}`,
      );
      linkStyles.push(styleOf(link.marks));
    }
    if (pictures.length > 1) lines.push('  end');
  }
  for (const [name, style] of Object.entries(STYLES))
    if (classes.has(name)) lines.push(`  classDef ${name} ${style}`);
  // Links are styled by their number in the picture.
  const numbers = groupBy(linkStyles.keys(), (link) => linkStyles[link]);
  for (const [name, style] of Object.entries(STYLES))
    if (numbers.has(name)) lines.push(`  linkStyle ${numbers.get(name)?.join()} ${style}`);
  return `${lines.join('\n')}\n`;
}

/** A heading is text in YAML. Characters with a meaning in YAML are written as codes. */
function plain(text: string): string {
  return truncateMiddle(text, 200)
    .replace(/[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\u2800]+/gu, ' ')
    .trim()
    .replace(/["\\<>`%$&{}#]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const BRACKETS: Readonly<Record<Look['shape'], readonly [string, string]>> = {
  pill: ['([', '])'],
  diamond: ['{', '}'],
  hexagon: ['{{', '}}'],
  round: ['(', ')'],
  box: ['[', ']'],
};

function shapeOf(node: PictureNode, detail: Detail): string {
  const [open, close] = BRACKETS[lookOf(node.type).shape];
  return `${open}"${linesOf(node, detail).join('<br/>')}"${close}`;
}

function linesOf(
  { kind, name, key, facts, marks }: PictureNode,
  { length, details }: Detail,
): readonly string[] {
  // Conditions are not cut.
  const most = facts.decides ? Math.max(8 * length, 400) : length;
  const shown = (text: string, room = length): string => escapeMermaid(text, room);
  if (kind === 'more') return [`… ${facts.main}`];
  if (kind === 'ghost')
    return name === '' ? [facts.main] : [shown(truncateMiddle(name, length)), shown(facts.main)];
  const what = facts.caption === '' ? facts.main : `${facts.caption}: ${facts.main}`;
  return [
    ...(name === '' ? [] : [shown(truncateMiddle(name, length))]),
    shown(what, most),
    ...(details || facts.decides ? facts.details.map((text) => shown(text, most)) : []),
    ...markLines(marks, [key, facts.main]),
  ];
}

function labelOf({ label, marks }: PictureLink, { length }: Detail): string {
  const lines = [...(label === '' ? [] : [escapeMermaid(label, length)]), ...markLines(marks)];
  return lines.length === 0 ? '' : `|"${lines.join('<br/>')}"|`;
}

function markLines(marks: readonly Mark[], shown?: readonly string[]): readonly string[] {
  return groupMarks(marks, shown).map((mark) => escapeMermaid(markLine(mark), 60));
}

const markLine = ({ also, severity, text }: MarkGroup): string =>
  also ? text : `${SIGNS[severity]} ${severity}: ${text}`;

function classOf({ kind, marks }: PictureNode, classes: Set<string>): string {
  const style = kind === 'ghost' ? 'missing' : styleOf(marks);
  if (style === undefined) return '';
  classes.add(style);
  return `:::${style}`;
}

function styleOf(marks: readonly Mark[]): keyof typeof STYLES | undefined {
  return worstOf(marks) ?? (marks.length > 0 ? 'also' : undefined);
}
