import type { PublishDiagnosticsParams } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../core/model/finding.ts';
import type { RunContext } from '../../run/context.ts';
import {
  actionsIn,
  type Checked,
  completionItems,
  definitionsOf,
  explain,
  hoverAt,
} from './answers.ts';
import { diagnosticOf } from './convert.ts';
import { createFolders } from './folders.ts';
import type { LspFlags, Project } from './project.ts';

export type LspEngine = Awaited<ReturnType<typeof createLspEngine>>;

/**
 * The part of the language server that reads and checks, in its thread. It has the folders and the open texts.
 * Throws a UserError for an invalid plugin.
 */
export async function createLspEngine(flags: LspFlags, context: RunContext) {
  const rules = new Map((await context.rules()).map((rule) => [rule.id, rule]));
  const texts = new Map<string, TextDocument>();
  const folders = createFolders(() => texts.values(), flags, context);
  /** The findings that the client has, by file: unchanged ones are not sent again. */
  const shown = new Map<string, string>();
  let isLoaded = false;
  let found: ReadonlyMap<string, readonly Finding[]> | undefined;
  const findings = () => (found ??= folders.check());
  return {
    /** Starts the thread. Its answer is an error when a plugin is invalid. */
    begin() {},
    /**
     * Reads the folders again. Returns the mistakes in their configurations.
     * @param before the files for which the client has findings
     */
    async load(roots: readonly string[], before: readonly string[]) {
      for (const uri of before) if (!shown.has(uri)) shown.set(uri, '');
      const faults = await folders.load(roots);
      [found, isLoaded] = [undefined, true];
      return faults;
    },
    open(uri: string, version: number, text: string) {
      texts.set(uri, TextDocument.create(uri, 'json', version, text));
      folders.projectOf(uri)?.open(uri, text);
      found = undefined;
    },
    close(uri: string) {
      texts.delete(uri);
      folders.projectOf(uri)?.open(uri, undefined);
      found = undefined;
    },
    /** The findings of the files where they changed. */
    check(): readonly PublishDiagnosticsParams[] {
      if (!isLoaded) return [];
      const now = findings();
      return [...new Set([...shown.keys(), ...now.keys(), ...texts.keys()])].flatMap((uri) => {
        const project = folders.projectOf(uri) as Project;
        const diagnostics = (now.get(uri) ?? []).map((finding) => diagnosticOf(finding, project));
        const version = texts.get(uri)?.version;
        const printed = JSON.stringify([version, diagnostics]);
        if (shown.get(uri) === printed) return [];
        shown.set(uri, printed);
        if (diagnostics.length === 0 && version === undefined) shown.delete(uri);
        return [{ uri, diagnostics, ...(version !== undefined && { version }) }];
      });
    },
    ...answersFrom({ rules, folders, texts, findings }),
  };
}

function answersFrom(checked: Checked) {
  const answer =
    <A extends unknown[], R>(make: (checked: Checked, ...args: A) => R) =>
    (...args: A): R =>
      make(checked, ...args);
  return {
    explain: answer(explain),
    actions: answer(actionsIn),
    completions: answer(completionItems),
    hover: answer(hoverAt),
    definitions: answer(definitionsOf),
  };
}
