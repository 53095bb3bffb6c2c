import type { CodeDocument, SourceItem } from '../../core/document/split.ts';
import { groupBy } from '../../core/model/groups.ts';
import { pluralize, takeFirst } from '../../core/model/text.ts';
import { type DisableComment, disableComments } from './comments.ts';
import { buildCodeFile, type CodeFile } from './document.ts';
import { type CodeFiles, createModules } from './modules.ts';
import { findCalls } from './scan.ts';

interface CodeRequest extends CodeFiles {
  /** The name of a file in findings. */
  nameOf(path: string): string;
}

/** The use of the service in code. */
export interface CodeRun {
  readonly items: readonly SourceItem[];
  /** The documents, by source. */
  readonly read: ReadonlyMap<string, CodeDocument>;
  /** Names and ids of the workflows that it creates. */
  readonly names: ReadonlySet<string>;
  /** Pointers to values that are not known, by source. */
  readonly unknown: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rules that could not be decided, and why. */
  readonly unresolved: readonly { readonly rules: readonly string[]; readonly reason: string }[];
  readonly comments: readonly (DisableComment & { readonly source: string })[];
  readonly failures: readonly { readonly source: string; readonly message: string }[];
  /** It defines some events. */
  readonly definesEvents: boolean;
  readonly calls: number;
  readonly files: number;
}

type What = CodeFile['unresolved'][number]['what'];
const UNRESOLVED: ReadonlyMap<What, { readonly rules: readonly string[]; readonly noun: string }> =
  new Map([
    ['event', { rules: ['sent-unknown-event', 'unsent-event'], noun: 'the event' }],
    ['payload', { rules: ['sent-payload-mismatch'], noun: 'the payload' }],
    ['workflow', { rules: ['*'], noun: 'the workflow' }],
    ['definition', { rules: ['sent-unknown-event'], noun: 'the event definition' }],
  ]);

/** Reads the calls of the service in code, without running it. */
export function readCode({ nameOf, ...files }: CodeRequest): CodeRun {
  const modules = createModules(files);
  const calls = findCalls(modules);
  const built = [...groupBy(calls, ({ site }) => site.module)].map(([module, own]) => {
    const source = nameOf(module.path);
    const ref = { source, index: 0, line: 1, start: 0, end: module.text.length };
    const comments = disableComments(module.syntax).map((each) => ({ ...each, source }));
    return { source, comments, ...buildCodeFile(module, own, ref) };
  });
  const unresolved = built.flatMap((file) =>
    file.unresolved.map(({ what, line }) => ({ what, at: `${file.source}:${line}` })),
  );
  const documents = built.map(({ code }) => code);
  return {
    items: documents.map((code) => ({
      documents: [{ ref: code.document.ref, text: '', code }],
      from: { explicit: true },
    })),
    read: new Map(built.map(({ source, code }) => [source, code])),
    names: new Set(
      documents.flatMap(({ document }) =>
        document.workflows.flatMap(({ id, name }) => [id, name].flatMap((each) => each ?? [])),
      ),
    ),
    unknown: new Map(built.map(({ source, unknown }) => [source, unknown])),
    unresolved: [...groupBy(unresolved, ({ what }) => what)].map(([what, found]) => {
      const { rules, noun } = UNRESOLVED.get(what) as { rules: readonly string[]; noun: string };
      const { first, more } = takeFirst(found, 3);
      const places = first.map(({ at }) => at).join(', ') + (more > 0 ? ` and ${more} more` : '');
      const hint = what === 'workflow' ? '; edgewise record runs the code' : '';
      const calls = pluralize(found.length, 'call');
      return { rules, reason: `${noun} of ${calls} could not be resolved (${places})${hint}` };
    }),
    comments: built.flatMap(({ comments }) => comments),
    failures: Array.from(modules.failures, ([path, message]) => ({
      source: nameOf(path),
      message,
    })),
    definesEvents: documents.some(({ document }) => document.events.length > 0),
    calls: calls.filter(({ does }) => does !== 'wrap').length,
    files: files.paths.length,
  };
}
