import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { lineStarts } from '../document/positions.ts';
import { splitPointer } from '../model/place.ts';
import { quote } from '../model/text.ts';

/** `edgewise.config.json:3:13`, what is wrong there, and what to write. */
export interface ConfigFault {
  readonly at: string;
  readonly message: string;
  readonly hint: string;
}

export interface ParsedFile {
  readonly value: unknown;
  readonly faults: readonly ConfigFault[];
  /** @param key the name of a property of it is meant. */
  place(pointer: string, key?: string): string;
}

/** Comments are allowed, and a comma after the last item. */
export function parseFile(name: string, text: string): ParsedFile {
  const lines = lineStarts(text);
  const at = (offset: number): string => {
    const line = lines.findLastIndex((start) => start <= offset);
    return `${name}:${line + 1}:${offset - (lines[line] ?? 0) + 1}`;
  };
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    // A RangeError: jsonc-parser is recursive.
    return {
      value: undefined,
      faults: [fault(at(0), 'it is nested too deeply', 'a configuration has five levels')],
      place: () => '',
    };
  }
  const [error] = errors;
  const faults = [
    ...(error === undefined
      ? []
      : [fault(at(error.offset), 'this is not JSON', wordSyntax(error))]),
    ...duplicatesIn(root).map(({ offset, value }) =>
      fault(at(offset), `${quote(String(value))} is a duplicate key`, 'remove one of them'),
    ),
  ];
  const nodeAt = (pointer: string): Node | undefined =>
    root &&
    findNodeAtLocation(
      root,
      splitPointer(pointer).map((each) => (/^\d+$/.test(each) ? Number(each) : each)),
    );
  return {
    value: root && getNodeValue(root),
    faults: faults.slice(0, errors.length > 0 ? 1 : undefined),
    place(pointer, key) {
      const node = nodeAt(pointer);
      const named = node?.children?.find(({ children }) => children?.[0]?.value === key);
      return at((key === undefined ? node : named)?.offset ?? 0);
    },
  };
}

/** "comma expected". */
const wordSyntax = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

const fault = (at: string, message: string, hint: string): ConfigFault => ({ at, message, hint });

/** The later keys. */
function duplicatesIn(root: Node | undefined): readonly Node[] {
  const open = root === undefined ? [] : [root];
  const found: Node[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []));
    if (node.type !== 'object') continue;
    const keys = (node.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
    const seen = new Set<unknown>();
    for (const key of keys) if (seen.size === seen.add(key.value).size) found.push(key);
  }
  return found.sort((a, b) => a.offset - b.offset);
}
