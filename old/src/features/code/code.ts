import { createRegions } from '../../core/document/regions.ts';
import type { CodeDocument, SourceItem } from '../../core/document/split.ts';
import type { Finding, Location } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import { takeFirst } from '../../core/model/text.ts';
import { withEachValue } from './alternatives.ts';
import type { FoundCall } from './calls.ts';
import type { DisableComment } from './comments.ts';
import { buildCodeFile, type CodeFile } from './document.ts';
import { findFragments } from './fragments.ts';
import type { CodeFiles, Module } from './module.ts';
import { createModules } from './modules.ts';
import { withRedefinitions } from './redefinitions.ts';
import { withoutTwins } from './same-workflow.ts';
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
  /** See `writeWorkflow`, by source. */
  readonly unknown: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same for lists of steps that are no workflow. */
  readonly fragments: ReadonlyMap<string, ReadonlySet<string>>;
  /** Places of calls with the default of an environment variable. */
  readonly defaults: readonly string[];
  /** Rules that could not be decided, and why. */
  readonly unresolved: readonly { readonly rules: readonly string[]; readonly reason: string }[];
  /** Where the value of a location is written, when that is not in the call. */
  literalOf(finding: Pick<Finding, 'location' | 'rule'>): Location | undefined;
  readonly comments: readonly (DisableComment & { readonly source: string })[];
  readonly failures: readonly { readonly source: string; readonly message: string }[];
  /** It defines some events. */
  readonly definesEvents: boolean;
  readonly calls: number;
  readonly files: number;
}

type What = CodeFile['unresolved'][number]['what'];
interface Undecided {
  readonly rules: readonly string[];
  readonly noun: string;
}

const UNRESOLVED: ReadonlyMap<What, Undecided> = new Map([
  ['event', { rules: ['sent-unknown-event', 'unsent-event'], noun: 'the event' }],
  ['payload', { rules: ['sent-payload-mismatch'], noun: 'the payload' }],
  ['workflow', { rules: ['*'], noun: 'the workflow' }],
  ['definition', { rules: ['sent-unknown-event'], noun: 'the event definition' }],
  ['schema', { rules: ['sent-payload-mismatch'], noun: 'the schema' }],
  ['request', { rules: ['sent-unknown-event', 'unsent-event'], noun: 'a request' }],
]);

const NO_CALLS: ReadonlySet<FoundCall['does']> = new Set(['wrap', 'result', 'mention']);

/** What could not be resolved in a file, as one line. */
function unresolvedIn({
  source,
  unresolved,
}: Pick<CodeFile, 'unresolved'> & { readonly source: string }): CodeRun['unresolved'] {
  if (unresolved.length === 0) return [];
  const groups = [...groupBy(unresolved, ({ what }) => what)].map(([what, found]) => {
    const { first, more } = takeFirst([...new Set(found.map(({ line }) => line))], 20);
    const lines = first.join(', ') + (more > 0 ? ` and ${more} more` : '');
    return { ...(UNRESOLVED.get(what) as Undecided), lines };
  });
  const parts = groups.map(({ noun, lines }) => `${noun} (${source}:${lines})`);
  const hint = unresolved.some(({ what }) => what === 'workflow' || what === 'request');
  const rules = [...new Set(groups.flatMap((group) => group.rules))];
  const reason = `not resolved: ${parts.join(', ')}${hint ? '; edgewise record runs the code' : ''}`;
  return [{ rules, reason }];
}

/** Reads the calls of the service in code, without running it. */
export function readCode({ nameOf, ...files }: CodeRequest): CodeRun {
  const modules = createModules(files);
  const found = findCalls(modules).flatMap(withEachValue);
  const known = withRedefinitions(withoutTwins(found));
  const calls = [...known, ...findFragments(modules, known)];
  const built = [...groupBy(calls, ({ site }) => site.module)].map(([module, own]) => {
    const source = nameOf(module.path);
    const ref = { source, index: 0, line: 1, start: 0, end: module.text.length };
    const comments = module.syntax.comments.map((each) => ({ ...each, source }));
    return { source, comments, ...buildCodeFile(module, own, ref) };
  });
  const bySource = new Map(built.map((file) => [file.source, file]));
  const spots = new Map<Module, ReturnType<typeof createRegions>>();
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
    fragments: new Map(built.map(({ source, fragments }) => [source, fragments])),
    defaults: built.flatMap(({ source, defaults }) => defaults.map((line) => `${source}:${line}`)),
    unresolved: built.flatMap(unresolvedIn),
    literalOf(finding) {
      const { location } = finding;
      const site = bySource.get(location.source)?.literalOf(finding);
      if (site === undefined) return undefined;
      const { module, start, end } = site;
      const regions = spots.get(module) ?? createRegions(module.text, 1);
      spots.set(module, regions);
      const spot = regions({ offset: start, length: end - start });
      return { source: nameOf(module.path), pointer: location.pointer, ...spot };
    },
    comments: built.flatMap(({ comments }) => comments),
    failures: Array.from(modules.failures, ([path, message]) => ({
      source: nameOf(path),
      message,
    })),
    definesEvents: documents.some(({ document }) => document.events.length > 0),
    calls: found.filter(({ does }) => !NO_CALLS.has(does)).length,
    files: files.paths.length,
  };
}
