import { escapeText } from '../report/escape.ts';
import { sayMark } from './marks.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

// A listener gives up long before; the page around a picture has the findings in full.
const MAX_NODES = 200;
const MAX_TEXT = 120;

/** A picture in words: what it shows, in the order of the document, and where each step leads. */
export function describe({ subtitle, nodes, links, marks, notes }: Picture): string {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  const outgoing = new Map<string, PictureLink[]>();
  for (const link of links) {
    const others = outgoing.get(link.from);
    if (others === undefined) outgoing.set(link.from, [link]);
    else others.push(link);
  }
  const sayLink = ({ to, label, marks: faults }: PictureLink): string =>
    `${label === '' ? '' : `${short(label)} `}to ${names.get(to)}${faults.length === 0 ? '' : ` (${faults.map(sayMark).join('; ')})`}`;
  const sentences = nodes.slice(0, MAX_NODES).map((node) => {
    const next = (outgoing.get(node.id) ?? []).map(sayLink);
    const faults = node.marks.map((mark) => `${sayMark(mark)}.`);
    const reach = node.apart ? ' It is never reached.' : '';
    return `${names.get(node.id)}${next.length === 0 ? '' : ` leads ${next.join(', ')}`}.${reach}${faults.map((fault) => ` ${fault}`).join('')}`;
  });
  const rest = nodes.length > MAX_NODES ? [`And ${nodes.length - MAX_NODES} more.`] : [];
  return escapeText([`${subtitle}.`, ...marks.map((mark) => `${sayMark(mark)}.`), ...sentences, ...rest, ...notes].join(' '));
}

function nameOf({ kind, facts, key, name }: PictureNode): string {
  if (kind === 'ghost') return key === '' ? 'nowhere (no end given)' : `"${short(name)}", which is no step`;
  if (kind === 'more') return 'steps that are not drawn';
  return `${facts.caption}${name === '' ? '' : ` "${short(name)}"`} (${short(facts.main)})`;
}

const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
