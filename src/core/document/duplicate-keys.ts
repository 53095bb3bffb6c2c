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
import type { Span } from './locate.ts';

/** Every key that occurs again in its object, with its first place. The text is valid JSON of bounded depth. */
export function findDuplicateKeys(text: string, document: Document): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const objects: Map<string, Span>[] = [];
  let subjects: ((pointer: string) => Subject) | undefined;
  visit(text, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(...[key, offset, length, , , pathOf]) {
      const keys = objects.at(-1) as Map<string, Span>;
      const span = { offset, length };
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
      found.push({ key, place: { ...place, span }, first: { ...place, span: earlier } });
    },
  });
  return found;
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
