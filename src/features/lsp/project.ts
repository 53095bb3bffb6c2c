/** A folder of the editor: its files on disk, and the texts that are open in their place. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LintResult, RuleSet } from '../../core/lint/lint.ts';
import type { Document } from '../../core/model/workflow.ts';
import { check, decodeInput } from '../../node/check.ts';
import { sourceOf } from '../../node/files.ts';
import { makePlan, type Plan } from '../../node/plan.ts';
import { inputsOf, type Reading, read } from '../../node/read.ts';
import { DATA, OTHER_DATA } from '../../node/search.ts';

export interface Project {
  /** Reads the configuration and the files again. Throws UserErrors. */
  reload(): Promise<void>;
  /** Files that `ignore` or their names leave out stay so. @param text undefined: it was closed. */
  setText(path: string, text: string | undefined): void;
  check(): LintResult;
  /** Of a file, those of its text now. */
  documentsOf(path: string): readonly Document[];
  /** The last one of a file, or of its line, that is not broken: for completion of a word. */
  lastValid(path: string, line: number): Document | undefined;
  documents(): readonly Document[];
  pathOf(source: string): string;
}

/** @param root absolute. */
export function createProject(root: string, rules: RuleSet): Project {
  let plan: Plan | undefined;
  let reading: Reading | undefined;
  /** By the name of the source. */
  const onDisk = new Map<string, readonly Document[]>();
  const open = new Map<string, readonly Document[]>();
  const valid = new Map<string, Document>();
  /** The working directory counts for names and the configuration: one project at a time. */
  const here = <T>(act: () => T): T => {
    if (existsSync(root)) process.chdir(root);
    return act();
  };
  const nameOf = (path: string): string => here(() => sourceOf(path));
  const isOwn = (path: string): boolean => {
    const [name = ''] = path.split(/[\\/]/).slice(-1);
    return DATA.test(name) && !OTHER_DATA.test(name) && plan?.inputs.ignores(path) === undefined;
  };
  const all = (): readonly Document[] =>
    [...[...onDisk].filter(([name]) => !open.has(name)), ...open].flatMap(([, own]) => own);
  return {
    async reload() {
      here(() => {});
      plan = await makePlan({}, rules);
      reading = await read(plan);
      onDisk.clear();
      for (const input of reading.inputs) {
        const document = decodeInput(input);
        // What is not ours is left alone, as in a run.
        if (document.form === 'foreign') continue;
        onDisk.set(input.name, [...(onDisk.get(input.name) ?? []), document]);
      }
    },
    setText(path, text) {
      const name = nameOf(path);
      open.delete(name);
      if (text === undefined || !isOwn(path)) return;
      const inputs = inputsOf({ name, isNamed: false }, Buffer.from(text));
      const documents = inputs.map(decodeInput).filter(({ form }) => form !== 'foreign');
      open.set(name, documents);
      for (const document of documents)
        if (document.form === 'ours') valid.set(`${name}:${document.input.line ?? ''}`, document);
    },
    check() {
      if (plan === undefined || reading === undefined) throw new Error('it is not loaded');
      const now = { ...reading, inputs: [], documents: all() };
      const chosen = { ...plan, inputs: { ...plan.inputs, allowsEmpty: true } };
      return here(() => check(now, chosen));
    },
    documentsOf: (path) => open.get(nameOf(path)) ?? onDisk.get(nameOf(path)) ?? [],
    lastValid(path, line) {
      const name = nameOf(path);
      const isThere = ({ input }: Document): boolean => (input.line ?? line) === line;
      return (
        valid.get(`${name}:${line}`) ?? valid.get(`${name}:`) ?? onDisk.get(name)?.find(isThere)
      );
    },
    documents: all,
    pathOf: (source) => join(root, source),
  };
}
