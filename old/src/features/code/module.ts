import type { Node } from '@babel/types';
import type { Syntax } from './syntax.ts';

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
  readonly exports: Exports;
  /** Places where variables are assigned after their declaration, or their values changed. */
  readonly changes: ReadonlyMap<string, readonly Node[]>;
}

export interface Modules {
  readonly files: CodeFiles;
  /** Empty for a file that cannot be read, which is then in `failures`. */
  textOf(path: string): string;
  /** `undefined` for a file that cannot be read or parsed, which is then in `failures`. */
  load(path: string): Module | undefined;
  /** The module that has a node. */
  moduleOf(node: Node): Module;
  /** The module that an import names. */
  imported(from: Module, specifier: string): Module | undefined;
  readonly failures: ReadonlyMap<string, string>;
}

/** The source of an exported value: an expression, or a name of the module. */
export type Exported =
  | { readonly kind: 'expression'; readonly node: Node }
  | { readonly kind: 'local'; readonly name: string };

export interface Exports {
  readonly own: ReadonlyMap<string, Exported>;
  /** Names of other modules. */
  readonly others: ReadonlyMap<string, readonly { readonly from: string; readonly name: string }[]>;
}
