/** A source file as a syntax tree, with the variables that its names mean. */
import { parse as parseSource } from '@babel/parser';
import { analyze } from 'eslint-scope';
import type { Input } from '../../core/model/workflow.ts';

/**
 * A node of ESTree or of TypeScript; no library types both. Which of the fields it has, its type
 * says.
 */
export interface Node extends Fields {
  /** Undefined of a program. */
  readonly parent: Node | undefined;
  readonly module: Module;
  /** What an identifier reads, writes or declares; undefined of a global name. */
  readonly variable: Variable | undefined;
  readonly elements: (Node | null)[];
  // biome-ignore lint/suspicious/noExplicitAny: a node, or the value of a literal
  readonly value: any;
  // biome-ignore lint/suspicious/noExplicitAny: a node, or a list of them
  readonly body: any;
}

type Fields = Readonly<
  Record<Part, Node> &
    Record<Parts, Node[]> &
    Record<'start' | 'end', number> &
    Record<'type' | 'name' | 'operator' | 'kind', string> &
    Record<Flag, boolean>
>;
type Flag = 'computed' | 'static' | 'shorthand' | 'optional' | 'readonly' | 'generator';
type Part =
  | ('argument' | 'callee' | 'object' | 'property' | 'key' | 'id' | 'init' | 'left' | 'right')
  | ('test' | 'consequent' | 'alternate' | 'expression' | 'declaration' | 'source' | 'local')
  | ('exported' | 'imported' | 'superClass' | 'typeAnnotation' | 'typeName' | 'literal')
  | ('initializer' | 'parameter' | 'typeParameters');
type Parts =
  | ('arguments' | 'properties' | 'params' | 'expressions' | 'quasis' | 'members')
  | ('specifiers' | 'declarations' | 'types' | 'extends');

export interface Variable {
  readonly scope: { readonly type: string };
  readonly defs: readonly {
    readonly type: string;
    readonly name: Node;
    readonly node: Node;
    readonly parent: Node;
  }[];
  readonly references: readonly {
    readonly identifier: Node;
    readonly init?: boolean;
    isWrite(): boolean;
  }[];
}

interface Scope {
  readonly type: string;
  readonly variables: readonly Variable[];
  readonly set: ReadonlyMap<string, Variable>;
}

export interface Module {
  readonly input: Input;
  readonly program: Node;
  /** In order of position. */
  readonly nodes: readonly Node[];
  /** Enums, interfaces and names of types. */
  readonly types: ReadonlyMap<string, Node>;
  /** Of the top level. */
  readonly variables: ReadonlyMap<string, Variable>;
}

/** Undefined where the text cannot be parsed. */
export function parse(input: Input): Module | undefined {
  const { name, text = '' } = input;
  // `<T>x` is a type assertion in .ts, and an element in the other files.
  const language = /\.[cm]?ts$/i.test(name) ? [] : ['jsx' as const];
  try {
    const { program } = parseSource(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      // eslint-scope asks for them.
      ranges: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      plugins: ['estree', 'decorators-legacy', 'typescript', ...language],
    });
    return buildModule(input, program as unknown as Node);
  } catch {
    // A syntax error, or brackets that nest too deeply for the parser.
    return undefined;
  }
}

function buildModule(input: Input, program: Node): Module {
  const types = new Map<string, Node>();
  const nodes: Node[] = [];
  const open: Node[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    // Half of what a tree holds, and not read.
    Object.assign(node, { loc: undefined });
    if (TYPE.test(node.type) && !types.has(node.id.name)) types.set(node.id.name, node);
    for (const child of childrenOf(node)) open.push(Object.assign(child, { parent: node }));
  }
  const options = { ecmaVersion: 2022, sourceType: 'module', fallback: keysOf };
  const scopes = analyze(program, options).scopes as Scope[];
  for (const node of nodes) Object.assign(node, { range: undefined });
  for (const variable of scopes.flatMap(({ variables }) => variables)) {
    for (const { name } of variable.defs) Object.assign(name, { variable });
    for (const { identifier } of variable.references) Object.assign(identifier, { variable });
  }
  nodes.sort((a, b) => a.start - b.start || b.end - a.end);
  const variables = scopes.find(({ type }) => type === 'module')?.set ?? new Map();
  const module = { input, program, nodes, types, variables };
  Object.assign(program, { module });
  return module;
}

const TYPE = /^TS(?:Enum|Interface|TypeAlias)Declaration$/;
const NO_CHILDREN = new Set(['type', 'loc', 'extra', 'range', 'parent']);

const keysOf = (node: object): string[] =>
  Object.keys(node).filter((key) => !NO_CHILDREN.has(key) && !key.endsWith('Comments'));

const childrenOf = (node: Node): readonly Node[] =>
  keysOf(node).flatMap((key) => [node[key as Part] as unknown].flat().filter(isNode));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
