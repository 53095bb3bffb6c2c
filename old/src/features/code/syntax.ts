import { type ParserPlugin, parse, parseExpression } from '@babel/parser';
import type { ExportDefaultDeclaration, File, Node, Program } from '@babel/types';
import { type DisableComment, disableComments } from './comments.ts';
import { isJson } from './names.ts';

/** A parsed source file, without what changes no value: type assertions, and the `?.` of optional chains. */
export interface Syntax {
  readonly program: Program;
  readonly comments: readonly DisableComment[];
  /** All nodes, in no particular order. */
  readonly nodes: readonly Node[];
}

const isComponent = (name: string): boolean => /\.(?:vue|svelte)$/.test(name);
const isTyped = (name: string): boolean => /\.(?:[cm]?ts|tsx|vue|svelte)$/.test(name);
// `<T>value` is a type assertion in these.
const hasMarkup = (name: string): boolean => !/\.[cm]?ts$/.test(name) && !isComponent(name);

/** Throws a SyntaxError with a position, or a RangeError for code that is nested too deeply. */
export function parseCode(text: string, name: string): Syntax {
  if (isJson(name)) return parseJson(text);
  const file = parseFile(isComponent(name) ? onlyScripts(text) : text, name);
  return syntaxOf(file);
}

function parseFile(text: string, name: string): File {
  const plugins: ParserPlugin[] = ['decorators-legacy', 'explicitResourceManagement'];
  plugins.push(isTyped(name) ? 'typescript' : 'flow');
  if (hasMarkup(name)) plugins.push('jsx');
  try {
    return parse(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      attachComment: false,
      allowAwaitOutsideFunction: true,
      plugins,
    });
  } catch (error) {
    if (error instanceof SyntaxError && 'pos' in error)
      error.message = error.message.replace(/\(\d+:\d+\)$/, placeOf(text, Number(error.pos)));
    throw error;
  }
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return `(${lines.length}:${lines.at(-1)?.length})`;
}

/**
 * Only offsets are used here, but no option of the parser leaves out lines and columns, which are kept in each node: 5 MB of dense
 * code, with 1.8 million nodes, take 460 MB with them and 230 MB without. Later parts of the parser read positions again.
 */
function keepOffsetsOnly(): void {
  const { program } = parse('');
  const Position = program.loc?.start.constructor as new (
    line: number,
    column: number,
    index: number,
  ) => object;
  const node: unknown = Object.getPrototypeOf(program);
  Object.defineProperty(node, 'loc', {
    get(this: { readonly start: number; readonly end: number }): object {
      return { start: new Position(0, 0, this.start), end: new Position(0, 0, this.end) };
    },
    set() {},
  });
  // In JavaScript, the parser deletes it from each property, and an object without one of its fields takes 450 bytes more.
  Object.defineProperty(node, 'variance', { get() {}, set() {} });
}

keepOffsetsOnly();

/** The value of a JSON file, as its default export. */
function parseJson(text: string): Syntax {
  const file = parseFile('', 'value.js');
  const declaration = parseExpression(text);
  const { start, end } = declaration;
  const exported = { type: 'ExportDefaultDeclaration', start, end, declaration };
  file.program.body.push(exported as ExportDefaultDeclaration);
  return syntaxOf(file);
}

const PARENT = Symbol('parent');

/** The node around a node. It is kept in the node: a map of millions of nodes takes as much memory as the nodes. */
export const parentOf = (node: Node): Node | undefined =>
  (node as Node & { readonly [PARENT]?: Node })[PARENT];

function syntaxOf({ program, comments }: File): Syntax {
  const nodes: Node[] = [];
  const waiting: Node[] = [program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    const parent = node;
    const adopt = (child: unknown, holder: object, key: string | number): void => {
      if (!isNode(child)) return;
      const plain = withoutAssertion(child);
      if (plain !== child) Reflect.set(holder, key, plain);
      Reflect.set(plain, PARENT, parent);
      waiting.push(plain);
    };
    // There are millions of nodes: `Object.entries` takes twice as long.
    for (const name in node) {
      const value: unknown = Reflect.get(node, name);
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) adopt(value, node, name);
      else {
        // The list of the parser has room for 16 more elements.
        const list = value.slice();
        Reflect.set(node, name, list);
        for (const [i, child] of list.entries()) adopt(child, list, i);
      }
    }
    if (node.extra !== undefined) Reflect.set(node, 'extra', undefined);
  }
  return { program, comments: disableComments(comments), nodes };
}

function withoutAssertion(given: Node): Node {
  let node = given;
  while (
    (node.type === 'TSAsExpression' && !isLiteralType(node.typeAnnotation)) ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'TSNonNullExpression' ||
    node.type === 'TSTypeAssertion' ||
    node.type === 'TypeCastExpression'
  )
    node = node.expression;
  if (node.type === 'OptionalMemberExpression' || node.type === 'OptionalCallExpression')
    Object.assign(node, { type: node.type.slice('Optional'.length) });
  return node;
}

/** `as 'a'` says which text a value is. */
const isLiteralType = ({ type }: Node): boolean =>
  type === 'TSLiteralType' || type === 'TSUnionType';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Node).type === 'string' &&
  typeof (value as Node).start === 'number';

/** The scripts of a component at their offsets; everything else is blank. */
function onlyScripts(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf('<script'); at !== -1; at = text.indexOf('<script', done)) {
    const start = text.indexOf('>', at) + 1;
    const end = start === 0 ? -1 : text.indexOf('</script', start);
    if (end === -1) break;
    parts.push(blank(text.slice(done, start)), text.slice(start, end));
    done = end;
  }
  parts.push(blank(text.slice(done)));
  return parts.join('');
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
