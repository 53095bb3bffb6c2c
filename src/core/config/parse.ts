import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { linesOf, nodeAt } from '../document/positions.ts';
import { joinPointer } from '../model/place.ts';
import { quote } from '../model/text.ts';

/** `edgewise.config.json:3:13`, what is wrong there, and what to write. */
export interface ConfigFault {
  readonly at: string;
  readonly message: string;
  readonly hint: string;
}

export interface ParsedFile {
  readonly value: unknown;
  /** Of a value, or of a key of the object there. */
  offsetOf(pointer: string, key?: string): number;
  /** `edgewise.config.json:3:13`. */
  at(offset: number): string;
}

/** Comments are allowed, and a comma after the last item. */
export function parseFile(name: string, text: string): ParsedFile | ConfigFault {
  const lines = linesOf(text);
  const at = (offset: number): string => {
    const { line, character } = lines.positionAt(offset);
    return `${name}:${line + 1}:${character + 1}`;
  };
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    // A RangeError: jsonc-parser is recursive.
  }
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    // "ValueExpected".
    const hint = error && printParseErrorCode(error.error).replace(/\B(?=[A-Z])/g, ' ');
    const message = 'this is not JSON';
    return { at: at(error?.offset ?? 0), message, hint: hint?.toLowerCase() ?? 'too deep' };
  }
  const twice = findDouble(root);
  if (twice !== undefined) {
    const message = `the name ${quote(String(twice.value))} is there twice`;
    return { at: at(twice.offset), message, hint: 'remove one of them' };
  }
  return {
    value: getNodeValue(root),
    offsetOf(pointer, key) {
      const node = nodeAt(root, key === undefined ? pointer : pointer + joinPointer([key]));
      return (key === undefined ? node : node?.parent)?.offset ?? 0;
    },
    at,
  };
}

/** The first name that an object has for the second time: only the last value would count. */
function findDouble(root: Node): Node | undefined {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const names = new Set<unknown>();
    for (const child of node.children ?? []) {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
      if (key !== undefined && names.has(key.value)) return key;
      if (key !== undefined) names.add(key.value);
      if (value !== undefined) open.push(value);
    }
  }
  return undefined;
}
