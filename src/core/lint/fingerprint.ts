import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { asString, valueAt } from '../model/json.ts';
import { type Place, splitPointer, workflowOf } from '../model/place.ts';
import type { Node } from '../model/workflow.ts';
import type { Report } from '../rule.ts';

/**
 * Identifies a report across runs: rule, workflow, names of nodes, field without indexes, and the
 * written name; never a line, a file name or a message. Equal ones get an ordinal.
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
  const { id, name = document.input.name } = workflowOf(node) ?? { name: '' };
  return [id ?? name, node.kind, nameOfNode(node)];
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

/** 64 bits as hex digits. */
const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 8));
