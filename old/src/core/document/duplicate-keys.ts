import { visit } from 'jsonc-parser';
import { isObject } from '../model/json.ts';
import type {
  Document,
  DuplicateKey,
  EventDefinition,
  Place,
  Subject,
  Workflow,
} from '../model/nodes.ts';
import { escapeSegment, nodeWithin, subjectOf } from '../model/place.ts';
import type { Span } from './locate.ts';

/** A key, and the offset of the next one of its object. */
interface KeySpan extends Span {
  next?: number;
}

/** Every key that occurs again in its object, with its first place. The text is valid JSON of bounded depth. */
export function findDuplicateKeys(text: string, document: Document): readonly DuplicateKey[] {
  if (document.hasDistinctKeys === true) return [];
  const found: DuplicateKey[] = [];
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

/** The properties of all objects in a value of JSON. Of two with one key, only one is there. */
export function countProperties(value: unknown): number {
  let count = 0;
  const stack = [value];
  const addInner = (inner: unknown): void => {
    if (typeof inner === 'object' && inner !== null) stack.push(inner);
  };
  for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
    if (Array.isArray(each)) each.forEach(addInner);
    else if (isObject(each))
      for (const key in each) {
        count++;
        addInner(each[key]);
      }
  }
  return count;
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
