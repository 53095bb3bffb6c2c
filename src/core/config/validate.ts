import type { ErrorObject } from 'ajv';
import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { duplicateKeys, linesOf, nodeAt } from '../document/positions.ts';
import type { RuleSet } from '../lint/lint.ts';
import { isDateText } from '../model/condition.ts';
import type { JsonObject } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { joinPointer, splitPointer } from '../model/place.ts';
import { describeValue, didYouMean, quote } from '../model/text.ts';
import { configSchema } from './schema.ts';

/** `edgewise.config.json:3:13`, what is wrong there, and what to write. */
export interface ConfigFault {
  readonly at: string;
  readonly message: string;
  readonly hint: string;
}

/** A configuration as it is written, without faults. */
export interface ConfigFile {
  readonly value: JsonObject;
  /** `edgewise.config.json:3:13` */
  at(pointer: string): string;
}

type Wording = readonly [message: string, hint: string];

/** Reads a text by the one schema. Of the faults of one place, the first is reported. */
export async function createReader({ rules, mandatory }: RuleSet) {
  // It takes 70 ms to load.
  const { Ajv } = await import('ajv');
  // The schema is ours.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false });
  ajv.addFormat('date', (text: string) => text.length === 10 && isDateText(text));
  return (name: string, text: string): ConfigFile | readonly ConfigFault[] => {
    const lines = linesOf(text);
    const at = (offset: number): string => {
      const { line, character } = lines.positionAt(offset);
      return `${name}:${line + 1}:${character + 1}`;
    };
    const faults = new Map<number, Wording>();
    const root = parse(text, faults);
    if (root !== undefined) {
      const value: JsonObject = getNodeValue(root);
      const written = JSON.stringify(value);
      const isUsed = (id: string): boolean => written.includes(JSON.stringify(id));
      const validate = ajv.compile(configSchema(rules, mandatory, isUsed));
      if (validate(value))
        return { value, at: (pointer: string) => at(nodeAt(root, pointer)?.offset ?? 0) };
      for (const error of validate.errors ?? []) {
        const offset = offsetOf(root, error);
        if (error.keyword !== 'if' && !faults.has(offset)) faults.set(offset, wordError(error));
      }
    }
    return [...faults]
      .sort(([a], [b]) => a - b)
      .map(([offset, [message, hint]]) => ({ at: at(offset), message, hint }));
  };
}

/** Comments are allowed, and a comma after the last item. Undefined with a fault. */
function parse(text: string, faults: Map<number, Wording>): Node | undefined {
  const errors: ParseError[] = [];
  const fail = 'this is not JSON';
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    // "ValueExpected".
    const [error] = errors;
    const code = error && printParseErrorCode(error.error).replace(/\B(?=[A-Z])/g, ' ');
    const [twice] = duplicateKeys(text);
    if (error !== undefined && code !== undefined)
      faults.set(error.offset, [fail, code.toLowerCase()]);
    else if (twice === undefined) return root;
    else
      faults.set(twice.at.offset, [
        `the name ${quote(twice.key)} is there twice`,
        'remove one of them',
      ]);
  } catch {
    // The parser is recursive.
    faults.set(0, [fail, 'too deep']);
  }
  return undefined;
}

/** Of a value, or of the key that is unknown. */
function offsetOf(root: Node, { instancePath, params }: ErrorObject): number {
  const key: unknown = params['additionalProperty'];
  const node = nodeAt(
    root,
    typeof key === 'string' ? instancePath + joinPointer([key]) : instancePath,
  );
  return (typeof key === 'string' ? node?.parent : node)?.offset ?? 0;
}

/** What is wrong, and what to write. */
export function wordError(error: ErrorObject, whole = 'the configuration'): Wording {
  const { keyword, instancePath, params, schema, parentSchema = {}, data } = error;
  const name = instancePath === '' ? whole : nameOf(instancePath);
  const description = String(parentSchema['description'] ?? '');
  const cannotBe = `${name} cannot be ${describeValue(data)}`;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const allowed = Object.keys(parentSchema['properties']);
      return [`unknown name ${quote(key)} in ${name}`, choiceOf(key, allowed)];
    }
    case 'required':
      return [`${name} has no "${params['missingProperty']}"`, description];
    case 'enum':
      return [cannotBe, choiceOf(data, schema as readonly string[])];
    case 'pattern':
    case 'format':
      return [cannotBe, description];
    case 'type': {
      const types = [schema as string | readonly string[]].flat();
      return [`${name} must be of type ${types.join(' or ')}`, description];
    }
    // "must be >= 0", "must NOT have fewer than 1 items".
    default:
      return [`${name} ${error.message}`, description];
  }
}

/** The nearest, and all where they are few. */
function choiceOf(value: unknown, allowed: readonly string[]): string {
  const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
  const few = allowed.length === 0 ? 'there are none' : `allowed: ${allowed.join(', ')}`;
  const all = allowed.length > 20 ? 'edgewise explain lists all' : few;
  return near === undefined ? all : `${didYouMean(near)} ${all}`;
}

/** `"overrides[0].status"` for `/overrides/0/status`. */
const nameOf = (pointer: string): string =>
  quote(
    splitPointer(pointer)
      .map((word) => (/^\d+$/.test(word) ? `[${word}]` : `.${word}`))
      .join('')
      .slice(1),
  );
