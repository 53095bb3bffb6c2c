import { createScanner } from 'jsonc-parser';
import type { Document, DuplicateKey, EventDefinition, Place, Subject, Workflow } from '../model/nodes.ts';
import { escapeSegment, nodeWithin, subjectOf } from '../model/place.ts';
import { endOfString } from './syntax.ts';

interface Frame {
  /** Where each name of an object stands; `undefined` for an array. */
  readonly keys: Map<string, number> | undefined;
  /** The name or index of the member at hand. */
  member: string | number;
}

/** Every key that stands again in its object, with its first place; in one pass over the text of a valid JSON value, without recursion. */
export function findDuplicateKeys(text: string, document: Document): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const scanner = createScanner(text, true);
  const part = document.ref.part !== undefined && 'from' in document.ref.part ? document.ref.part : undefined;
  const frames: Frame[] = [];
  if (part !== undefined) {
    scanner.setPosition(part.from);
    frames.push({ keys: undefined, member: part.first });
  }
  let frame = frames.at(-1);
  let expectKey = false;
  let subjects: ((pointer: string) => Subject) | undefined;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= (part?.to ?? text.length)) return found;
    // Every kind of JSON token has a first character of its own.
    switch (text[offset]) {
      case '{':
        frames.push((frame = { keys: new Map(), member: '' }));
        expectKey = true;
        break;
      case '[':
        frames.push((frame = { keys: undefined, member: 0 }));
        expectKey = false;
        break;
      case '}':
      case ']':
        frames.pop();
        frame = frames.at(-1);
        expectKey = false;
        break;
      case ',':
        if (typeof frame?.member === 'number') frame.member++;
        else expectKey = true;
        break;
      case '"':
        if (expectKey && frame?.keys !== undefined) {
          const key = scanner.getTokenValue();
          frame.member = key;
          expectKey = false;
          const earlier = frame.keys.get(key);
          if (earlier === undefined) frame.keys.set(key, offset);
          else {
            const pointer = (part?.pointer ?? '') + frames.map(({ member }) => `/${escapeSegment(String(member))}`).join('');
            subjects ??= createSubjects(document);
            found.push(duplicate(key, [earlier, offset], text, pointer, document, subjects(pointer)));
          }
        }
    }
  }
}

function duplicate(key: string, [earlier, later]: readonly [number, number], text: string, at: string, document: Document, subject: Subject): DuplicateKey {
  const place = (offset: number): Place => ({
    document: document.ref,
    pointer: at,
    onKey: true,
    span: { offset, length: endOfString(text, offset) + 1 - offset },
    subject,
  });
  return { key, place: place(later), first: place(earlier) };
}

/** Finds the names of what a pointer leads into. */
function createSubjects({ workflows, events }: Document): (pointer: string) => Subject {
  const holders = new Map<string, Workflow | EventDefinition>();
  for (const node of [...workflows, ...events]) holders.set(node.pointer, node);
  return (pointer) => {
    for (let end = 0; end !== -1; end = pointer.indexOf('/', end + 1)) {
      const holder = holders.get(pointer.slice(0, end));
      if (holder !== undefined) return subjectOf(holder.kind === 'event' ? holder : nodeWithin(holder, pointer));
    }
    return {};
  };
}
