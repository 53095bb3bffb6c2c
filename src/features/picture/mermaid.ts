/** Pictures as one Mermaid flowchart. */
import { truncate } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { labelOf, linesOf, markLines, type TextLine, worstOf } from './measure.ts';
import type { Look, Picture, PictureLink, PictureNode } from './picture.ts';

/** Of Mermaid itself. */
const MOST_LINKS = 500;
const MOST_CHARACTERS = 50_000;

const BRACKETS: Readonly<Record<Look, readonly [string, string]>> = {
  ...{ start: ['([', '])'], email: ['[', ']'], time: ['(', ')'], branch: ['{{', '}}'] },
  ...{ act: ['[', ']'], ghost: ['[', ']'], workflow: ['[', ']'] },
};

const CLASSES = {
  error: 'stroke:#b3161b,stroke-width:3px',
  warning: 'stroke:#9a6700,stroke-width:3px',
  info: 'stroke:#0969da,stroke-width:2px',
  ghost: 'stroke-dasharray:5 4',
  unreachable: 'stroke-dasharray:2 3',
} as const;

/** Undefined where it is larger than Mermaid draws. */
export function mermaidOf(pictures: readonly Picture[]): string | undefined {
  const links = pictures.reduce((sum, picture) => sum + picture.links.length, 0);
  if (links > MOST_LINKS) return undefined;
  const isOne = pictures.length === 1;
  const lines = [...(isOne ? titleOf(pictures[0]?.title ?? '') : []), 'flowchart TD'];
  for (const [i, picture] of pictures.entries()) {
    const prefix = isOne ? '' : `w${i}_`;
    const indent = isOne ? '  ' : '    ';
    if (!isOne) lines.push(`  subgraph w${i}["${coded(picture.title)}"]`);
    for (const node of picture.nodes) lines.push(`${indent}${prefix}${nodeText(node)}`);
    for (const link of picture.links) lines.push(`${indent}${linkText(link, prefix)}`);
    const notes = [...picture.notes, ...markLines(picture.marks).map(({ text }) => text)];
    for (const [n, note] of notes.entries())
      lines.push(`${indent}${prefix}note${n}["${coded(note)}"]`);
    if (!isOne) lines.push('  end');
  }
  for (const [name, style] of Object.entries(CLASSES)) lines.push(`  classDef ${name} ${style}`);
  const text = `${lines.join('\n')}\n`;
  return text.length > MOST_CHARACTERS ? undefined : text;
}

/** Text in YAML, where some characters have a meaning. */
function titleOf(title: string): readonly string[] {
  const plain = truncate(escapeText(title), 100).replace(/["\\<>`%$&{}#]/g, (each) => {
    return `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return ['---', `title: "${plain}"`, '---'];
}

function nodeText(node: PictureNode): string {
  const [open, close] = BRACKETS[node.look];
  const plain = node.isUnreachable ? 'unreachable' : undefined;
  const kind = node.look === 'ghost' ? 'ghost' : (worstOf(node.marks) ?? plain);
  const ending = kind === undefined ? '' : `:::${kind}`;
  return `${node.id}${open}"${htmlOf(linesOf(node))}"${close}${ending}`;
}

function linkText(link: PictureLink, prefix: string): string {
  const words = htmlOf(labelOf(link));
  const label = words === '' ? '' : `|"${words}"|`;
  return `${prefix}${link.from} ${link.isDashed ? '-.->' : '-->'}${label} ${prefix}${link.to}`;
}

const htmlOf = (lines: readonly TextLine[]): string =>
  lines.map(({ text }) => coded(text)).join('<br/>');

/** Mermaid reads `#38;` as a character. All that may have a meaning in it is written so. */
const coded = (text: string): string =>
  escapeText(text).replace(
    /[^\p{L}\p{N} .,:!?()_×·…→✖▲ℹ-]/gu,
    (each) => `#${each.codePointAt(0)};`,
  );
