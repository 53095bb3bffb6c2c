import { visit } from 'jsonc-parser';
import type {
  Document,
  DuplicateKey,
  EventDefinition,
  Place,
  Subject,
  Workflow,
} from '../model/nodes.ts';
import { escapeSegment, nodeWithin, subjectOf } from '../model/place.ts';
import { endOfString, type Span } from './locate.ts';

/** A key, and the offset of the next one of its object. */
interface KeySpan extends Span {
  next?: number;
}

/** Every key that occurs again in its object, with its first place. The text is valid JSON of bounded depth. */
export function findDuplicateKeys(text: string, document: Document): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  if (!mayRepeatKeys(text)) return found;
  const objects: Map<string, KeySpan>[] = [];
  const lastKeys: (KeySpan | undefined)[] = [];
  let subjects: ((pointer: string) => Subject) | undefined;
  visit(text, {
    onObjectBegin() {
      objects.push(new Map());
      lastKeys.push(undefined);
    },
    onObjectEnd() {
      objects.pop();
      lastKeys.pop();
    },
    onObjectProperty(...[key, offset, length, , , pathOf]) {
      const keys = objects.at(-1) as Map<string, KeySpan>;
      const span: KeySpan = { offset, length };
      const before = lastKeys.at(-1);
      if (before !== undefined) before.next = offset;
      lastKeys[lastKeys.length - 1] = span;
      const earlier = keys.get(key);
      if (earlier === undefined) {
        keys.set(key, span);
        return;
      }
      const pointer = [...pathOf(), key].map((each) => `/${escapeSegment(String(each))}`).join('');
      subjects ??= createSubjects(document);
      const place: Place = {
        document: document.ref,
        pointer,
        onKey: true,
        subject: subjects(pointer),
      };
      found.push({
        key,
        place: { ...place, span: { offset, length } },
        first: { ...place, span: { offset: earlier.offset, length: earlier.length } },
        ignored: { offset: earlier.offset, length: (earlier.next as number) - earlier.offset },
      });
    },
  });
  return found;
}

const MANY_KEYS = 16;

/** A quick test, four times as fast as a parser: false when no object has a key twice. The text is valid JSON. */
function mayRepeatKeys(text: string): boolean {
  const outer: (string[] | Set<string> | undefined)[] = [];
  let keys: string[] | Set<string> | undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN) {
      outer.push(keys);
      keys = [];
    } else if (code === CLOSE) keys = outer.pop();
    if (code !== QUOTE) continue;
    const end = endOfString(text, at);
    const next = skipSpace(text, end + 1);
    if (text.charCodeAt(next) === COLON && keys !== undefined) {
      const key = text.slice(at + 1, end);
      // Two spellings of one key.
      if (key.includes('\\')) return true;
      if (Array.isArray(keys)) {
        if (keys.includes(key)) return true;
        keys.push(key);
        if (keys.length > MANY_KEYS) keys = new Set(keys);
      } else if (keys.size === keys.add(key).size) return true;
    }
    at = next - 1;
  }
  return false;
}

const [OPEN, CLOSE, QUOTE, COLON] = [0x7b, 0x7d, 0x22, 0x3a];

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function createSubjects({ workflows, events }: Document): (pointer: string) => Subject {
  const holders = new Map<string, Workflow | EventDefinition>();
  for (const node of [...workflows, ...events]) holders.set(node.pointer, node);
  return (pointer) => {
    for (let end = 0; end !== -1; end = pointer.indexOf('/', end + 1)) {
      const holder = holders.get(pointer.slice(0, end));
      if (holder !== undefined)
        return subjectOf(holder.kind === 'event' ? holder : nodeWithin(holder, pointer));
    }
    return {};
  };
}
