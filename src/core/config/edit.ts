import { findNodeAtLocation, type Node, parseTree, stripComments } from 'jsonc-parser';
import type { Suppression } from '../lint/suppress.ts';

const INDENT = '  ';

/** Adds suppressions and keeps the rest: edits of jsonc-parser would move comments. */
export function addSuppressions(text: string, suppressions: readonly Suppression[]): string {
  if (suppressions.length === 0) return text;
  const root = parseTree(text) as Node;
  const list = findNodeAtLocation(root, ['suppressions']);
  const entries = suppressions.map((suppression) => {
    const members = Object.entries(suppression)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(', ');
    return `{ ${members} }`;
  });
  if (list !== undefined)
    return append(text, list, (indent, _, eol) => entries.join(`,${eol}${indent}`));
  return append(text, root, (indent, step, eol) => {
    const lines = entries.join(`,${eol}${indent}${step}`);
    return `"suppressions": [${eol}${indent}${step}${lines}${eol}${indent}]`;
  });
}

export function newConfig(
  schema: string | undefined,
  suppressions: readonly Suppression[],
): string {
  const member = schema === undefined ? '' : `${INDENT}"$schema": ${JSON.stringify(schema)}\n`;
  return addSuppressions(`{\n${member}}\n`, suppressions);
}

/** Appends a member to an object or array on a new line, after comments. */
function append(
  text: string,
  holder: Node,
  write: (indent: string, step: string, eol: string) => string,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const step = /^([ \t]+)\S/m.exec(text)?.[1] ?? INDENT;
  const last = holder.children?.at(-1);
  const close = holder.offset + holder.length - 1;
  const outer = indentAt(text, holder.offset);
  const indent =
    last !== undefined && text.slice(lineStart(text, last.offset), last.offset).trim() === ''
      ? indentAt(text, last.offset)
      : outer + step;
  const end = last === undefined ? holder.offset + 1 : last.offset + last.length;
  const between = text.slice(end, close).trimEnd();
  const member = `${eol}${indent}${write(indent, step, eol)}${eol}`;
  const hasComma = last === undefined || stripComments(between).includes(',');
  return `${text.slice(0, end)}${hasComma ? '' : ','}${between}${member}${outer}${text.slice(close)}`;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] as string;
}
