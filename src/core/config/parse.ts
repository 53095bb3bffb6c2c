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

/** `edgewise.config.json:3:13`, what is wrong there, and what to write. */
export interface ConfigFault {
  readonly at: string;
  readonly message: string;
  readonly hint: string;
}

export interface ParsedFile {
  readonly value: unknown;
  readonly fault: ConfigFault | undefined;
  /** `edgewise.config.json:3:13`. @param key of the object there. */
  place(pointer: string, key?: string): string;
}

/** Comments are allowed, and a comma after the last item. */
export function parseFile(name: string, text: string): ParsedFile {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    // A RangeError: jsonc-parser is recursive.
  }
  const lines = lineStarts(text);
  const at = (offset = 0): string => {
    const line = lines.findLastIndex((start) => start <= offset);
    return `${name}:${line + 1}:${offset - (lines[line] ?? 0) + 1}`;
  };
  const [error] = errors;
  // "ValueExpected".
  const words = error && printParseErrorCode(error.error).replace(/\B(?=[A-Z])/g, ' ');
  const isFaulty = error !== undefined || root === undefined;
  return {
    value: root && getNodeValue(root),
    fault: isFaulty
      ? {
          at: at(error?.offset),
          message: 'this is not JSON',
          hint: words?.toLowerCase() ?? 'too deep',
        }
      : undefined,
    place(pointer, key) {
      const path = splitPointer(pointer).map((each) => (/^\d+$/.test(each) ? Number(each) : each));
      if (key === undefined) return at(root && findNodeAtLocation(root, path)?.offset);
      return at(root && findNodeAtLocation(root, [...path, key])?.parent?.offset);
    },
  };
}
