import { decodeDocument } from '../../core/document/decode.ts';
import { decodeRequest } from '../../core/document/decode-requests.ts';
import type { CodeDocument } from '../../core/document/split.ts';
import type { Location } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import type { LiveItem } from '../../load/live-item.ts';
import type { FaultyRequest } from './requests.ts';

interface Files {
  /** Of sources that are not kept. */
  readonly folder: string;
  locate(origin: string | null): Location | null;
  /** The text of a source; `undefined` where it cannot be read. */
  read(source: string): string | undefined;
}

interface Placed extends FaultyRequest {
  readonly location: Location | null;
}

/** Requests as documents: at their calls where these are known, else each as JSON. */
export function* requestDocuments(
  requests: readonly FaultyRequest[],
  { folder, locate, read }: Files,
): Iterable<LiveItem> {
  const placed = requests.map((each): Placed => ({ ...each, location: locate(each.origin) }));
  const bySource = groupBy(placed, ({ location }) => location?.source ?? '');
  let number = 0;
  for (const [source, own] of bySource) {
    const code = source === '' ? undefined : read(source);
    if (code !== undefined) {
      yield {
        kind: 'document',
        of: 'requests',
        source,
        text: '',
        code: atCalls(own, source, code),
      };
      continue;
    }
    for (const { value, location: createdBy } of own) {
      const name = `${folder}/request-${++number}.json`;
      const text = JSON.stringify(value, null, 2);
      yield { kind: 'document', of: 'requests', source: name, path: name, text, createdBy };
    }
  }
}

/** The requests of one file, as the document of a file of code. */
function atCalls(requests: readonly Placed[], source: string, code: string): CodeDocument {
  const ref = { source, index: 0, line: 1, start: 0, end: code.length };
  const calls = requests.flatMap(
    ({ value }, i) => decodeRequest(value, ref, `/requests/${i}`) ?? [],
  );
  const lines = code.split('\n');
  return {
    document: { ...decodeDocument({ workflows: [], events: [] }, ref), form: 'request', calls },
    code,
    spanOf({ pointer }) {
      const region = requests[Number(pointer.split('/')[2])]?.location?.region;
      if (region === undefined) return undefined;
      const { startLine, startColumn } = region;
      const before = lines.slice(0, startLine - 1).reduce((sum, line) => sum + line.length + 1, 0);
      const offset = Math.min(before + startColumn - 1, code.length);
      const [word = ''] = /^[\w$.]*/.exec(code.slice(offset)) ?? [];
      return { offset, length: word.length };
    },
  };
}
