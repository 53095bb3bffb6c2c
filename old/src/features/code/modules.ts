import type { CallExpression, Node } from '@babel/types';
import { groupBy } from '../../core/model/groups.ts';
import { changesIn } from './bindings.ts';
import { readExports } from './exports.ts';
import type { CodeFiles, Module, Modules } from './module.ts';
import { isJson } from './names.ts';
import { parentOf, parseCode } from './syntax.ts';

const ENDINGS = ',.ts,.tsx,.js,.jsx,.mts,.cts,.mjs,.cjs,.vue,.svelte'.split(',');

export function createModules(files: CodeFiles): Modules {
  const failures = new Map<string, string>();
  const attempt = <T>(path: string, read: (path: string) => T): T | undefined => {
    try {
      return read(path);
    } catch (error) {
      // It need not be there yet, or be JSON without comments.
      if (!isJson(path)) failures.set(path, explain(error));
      return undefined;
    }
  };
  const textOf = memoized((path) => attempt(path, files.read) ?? '');
  const byProgram = new Map<Node, Module>();
  const load = memoized((path) => {
    const module = attempt(path, () => parseModule(path, textOf(path)));
    if (module !== undefined) byProgram.set(module.syntax.program, module);
    return module;
  });
  const resolve = createResolver(files.paths);
  const resolved = new Map<string, string | undefined>();
  return {
    files,
    failures,
    textOf,
    load,
    moduleOf(node) {
      let root = node;
      for (let next = parentOf(node); next !== undefined; next = parentOf(next)) root = next;
      return byProgram.get(root) as Module;
    },
    imported({ path: from }, specifier) {
      const key = specifier.startsWith('.') ? joinPath(from, specifier) : specifier;
      if (!resolved.has(key)) resolved.set(key, isJson(key) ? key : resolve(from, specifier));
      const path = resolved.get(key);
      return path === undefined ? undefined : load(path);
    },
  };
}

function memoized<T>(build: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, build(path));
    return known.get(path) as T;
  };
}

function parseModule(path: string, text: string): Module {
  const syntax = parseCode(text, path);
  return {
    path,
    text,
    syntax,
    changes: changesIn(syntax),
    exports: readExports(syntax),
    mentionsService: SERVICE.test(text) && syntax.nodes.some(namesService),
    makesClient: /\bnew Resend\b/.test(text),
  };
}

/** The path of the file that an import names, if it is one of the paths. */
function createResolver(
  given: readonly string[],
): (from: string, specifier: string) => string | undefined {
  const paths = new Set(given);
  const stems = groupBy(
    given.map((path) => ({ path, stem: stemOf(path) })),
    ({ stem }) => lastOf(stem),
  );
  const find = (base: string): string | undefined => {
    const plain = base.replace(/\.[cm]?jsx?$/, '');
    return [base, plain, `${base}/index`]
      .flatMap((name) => ENDINGS.map((ending) => name + ending))
      .find((path) => paths.has(path));
  };
  /** The file whose path has this end, if there is exactly one. */
  const findEnding = (end: string): string | undefined => {
    const plain = end.replace(/(?:\/index)?(?:\.[cm]?[jt]sx?)?$/, '');
    const found = (stems.get(lastOf(plain)) ?? []).filter(({ stem }) => stem.endsWith(`/${plain}`));
    return found.length === 1 ? found[0]?.path : undefined;
  };
  return (from, specifier) => {
    if (specifier.startsWith('.')) return find(joinPath(from, specifier));
    // `@/lib/events`, `$lib/events`
    const [, alias] = /^[@~#$]\/(.+)/.exec(specifier) ?? /^[~#$](\w.*)/.exec(specifier) ?? [];
    if (alias !== undefined) return findEnding(alias);
    // A package of the same repository: `@acme/email`
    const [, name, inner = ''] = /^@[^/]+\/([^/]+)(\/.+)?/.exec(specifier) ?? [];
    if (name !== undefined) return findEnding(`${name}/src${inner}`) ?? findEnding(name + inner);
    // With a base URL: `lib/events`
    return specifier.includes('/') ? findEnding(specifier) : undefined;
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

function joinPath(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const explain = (error: unknown): string =>
  error instanceof RangeError ? 'the code is nested too deeply' : (error as Error).message;

export function* modulesThat(
  modules: Modules,
  isWanted: (text: string) => boolean,
): Iterable<Module> {
  for (const path of modules.files.paths) {
    if (!isWanted(modules.textOf(path))) continue;
    const module = modules.load(path);
    if (module !== undefined) yield module;
  }
}

export function* callsIn({ syntax }: Module): Iterable<CallExpression> {
  for (const node of syntax.nodes) if (node.type === 'CallExpression') yield node;
}
