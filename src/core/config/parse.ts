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
  const root = parseJson(text, errors);
  const [error] = errors;
  if (root === undefined || error !== undefined) {
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

/** Undefined with an error, or where it is too deep for the parser, which is recursive. */
function parseJson(text: string, errors: ParseError[]) {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return undefined;
  }
}

/** The first name that an object has for the second time: the last value hides the others. */
function findDouble(root: Node): Node | undefined {
  const open = [root];
  for (const { type, children = [] } of open) {
    const names = new Set<unknown>();
    for (const child of children) {
      open.push(child);
      const [key] = type === 'object' ? (child.children ?? []) : [];
      if (key !== undefined && names.has(key.value)) return key;
      names.add(key?.value);
    }
  }
  return undefined;
}
