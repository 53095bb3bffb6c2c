import { asString, valueAt } from '../model/json.ts';
import { type Place, splitPointer } from '../model/place.ts';
import type { Node } from '../model/workflow.ts';
import type { Report } from '../rule.ts';

/**
 * Identifies a report across runs: rule, workflow, names of nodes, field without indexes, and the written name; never a line, a
 * file name or a message. Equal ones get an ordinal.
 */
export function createFingerprints(): (rule: string, place: Place, report: Report) => string {
  const seen = new Map<string, number>();
  return (rule, place, { name, at }) => {
    const written = name ?? ('offset' in at ? undefined : writtenAt(place));
    const fields = place.field.filter((field) => !/^\d+$/.test(field));
    const key = JSON.stringify([rule, ...namesOf(place), fields.join('.'), written ?? '']);
    const twins = seen.get(key) ?? 0;
    seen.set(key, twins + 1);
    return hash(twins === 0 ? key : `${key} ${twins}`);
  };
}

const writtenAt = ({ document, pointer, isMissing }: Place): string | undefined =>
  isMissing ? undefined : asString(valueAt(document.value, splitPointer(pointer)));

function namesOf({ node, document }: Place): readonly string[] {
  if (node === undefined) return [document.input.name];
  const workflow =
    node.kind === 'workflow'
      ? node
      : node.kind === 'step' || node.kind === 'edge'
        ? node.workflow
        : undefined;
  const owner =
    workflow?.id ?? workflow?.name ?? (workflow === undefined ? '' : document.input.name);
  return [owner, node.kind, nameOfNode(node)];
}

/** Without positions. */
function nameOfNode(node: Node): string {
  if (node.kind === 'step') return node.key ?? '';
  if (node.kind === 'edge') return JSON.stringify([node.from, node.to, node.type]);
  if (node.kind === 'event') return node.name ?? node.id ?? '';
  if (node.kind === 'item') return JSON.stringify([node.of, Object.values(node.value)[0]]);
  if (node.kind === 'call') return JSON.stringify([node.callee, node.event]);
  return node.kind === 'list' ? (node.of ?? '') : '';
}

/** 64 bits as 16 hex digits, from two multiply-and-rotate hashes. Not a secret. */
function hash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
  return hex(b) + hex(a);
}
