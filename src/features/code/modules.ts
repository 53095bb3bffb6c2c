import type { Node } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import { changesIn } from './bindings.ts';
import { parseCode, type Syntax } from './syntax.ts';

/** The source files of a run. */
export interface CodeFiles {
  /** Absolute, with forward slashes, in order. */
  readonly paths: readonly string[];
  /** The text of a file. Throws an error with the reason when it cannot be read. */
  read(path: string): string;
}

export interface Module {
  readonly path: string;
  readonly text: string;
  readonly syntax: Syntax;
  /** It names the service outside of comments. */
  readonly mentionsService: boolean;
  readonly makesClient: boolean;
  /** Places where variables are assigned after their declaration, or their values changed. */
  readonly changes: ReadonlyMap<string, readonly Node[]>;
}

export interface Modules {
  readonly files: CodeFiles;
  /** Empty for a file that cannot be read, which is then in `failures`. */
  textOf(path: string): string;
  /** `undefined` for a file that cannot be read or parsed, which is then in `failures`. */
  load(path: string): Module | undefined;
  /** The module that an import names. */
  imported(from: Module, specifier: string): Module | undefined;
  readonly failures: ReadonlyMap<string, string>;
  /** The number of expressions that may still be evaluated. */
  readonly budget: { left: number };
}

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
];

/** About ten seconds of work. */
const MAX_EXPRESSIONS = 20_000_000;

export function createModules(files: CodeFiles): Modules {
  const known = new Map<string, Module | undefined>();
  const failures = new Map<string, string>();
  const paths = new Set(files.paths);
  const textOf = (path: string): string => {
    try {
      return known.get(path)?.text ?? files.read(path);
    } catch (error) {
      failures.set(path, explain(error));
      return '';
    }
  };
  const resolved = new Map<string, string | undefined>();
  const find = (base: string): string | undefined => {
    const plain = base.replace(/\.[cm]?jsx?$/, '');
    const names = [base, plain, `${base}/index`];
    return names
      .flatMap((name) => ENDINGS.map((ending) => name + ending))
      .find((path) => paths.has(path));
  };
  const stems = stemsOf(files.paths);
  /** The file whose path has this end, if there is exactly one. */
  const findEnding = (end: string): string | undefined => {
    const plain = end.replace(/\.[cm]?[jt]sx?$/, '');
    const found = (stems.get(lastOf(plain)) ?? []).filter(({ stem }) => stem.endsWith(`/${plain}`));
    return found.length === 1 ? found[0]?.path : undefined;
  };
  const findAny = (from: string, specifier: string): string | undefined => {
    if (specifier.startsWith('.')) return find(joinPath(from, specifier));
    // `@/lib/events`
    const [, alias] = /^[@~#]\/(.+)/.exec(specifier) ?? /^[~#](\w.*)/.exec(specifier) ?? [];
    if (alias !== undefined) return findEnding(alias);
    // A package of the same repository: `@acme/email`
    const [, name, inner = ''] = /^@[^/]+\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
    if (name === undefined) return undefined;
    return findEnding(`${name}/src${inner}`) ?? findEnding(name + inner);
  };
  const load = (path: string): Module | undefined => {
    if (!known.has(path)) {
      known.set(path, undefined);
      try {
        const text = files.read(path);
        const syntax = parseCode(text, path);
        known.set(path, {
          ...{ path, text, syntax, changes: changesIn(syntax) },
          mentionsService: SERVICE.test(text) && syntax.nodes.some(namesService),
          makesClient: /\bnew Resend\b/.test(text),
        });
      } catch (error) {
        failures.set(path, explain(error));
      }
    }
    return known.get(path);
  };
  return {
    files,
    failures,
    budget: { left: MAX_EXPRESSIONS },
    textOf,
    load,
    imported({ path: from }, specifier) {
      const key = specifier.startsWith('.') ? joinPath(from, specifier) : specifier;
      if (!resolved.has(key)) resolved.set(key, findAny(from, specifier));
      const path = resolved.get(key);
      return path === undefined ? undefined : load(path);
    },
  };
}

const SERVICE = /resend/i;

const namesService = (node: Node): boolean =>
  (node.type === 'Identifier' && SERVICE.test(node.name)) ||
  (node.type === 'StringLiteral' && SERVICE.test(node.value)) ||
  (node.type === 'TemplateElement' && SERVICE.test(node.value.raw));

/** A path as imports write it. */
export const stemOf = (path: string): string => path.replace(/\.\w+$/, '').replace(/\/index$/, '');

export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Files by the last part of their path in imports. */
function stemsOf(
  paths: readonly string[],
): ReadonlyMap<string, readonly { stem: string; path: string }[]> {
  const stems = new Map<string, { stem: string; path: string }[]>();
  for (const path of paths) {
    const stem = stemOf(path);
    addTo(stems, lastOf(stem), { stem, path });
  }
  return stems;
}

function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const explain = (error: unknown): string =>
  error instanceof RangeError ? 'the code is nested too deeply' : (error as Error).message;
