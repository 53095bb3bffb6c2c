/** The folders of the editor, checked after each change. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connection, Diagnostic, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RuleSet } from '../../core/lint/lint.ts';
import type { Finding } from '../../core/model/finding.ts';
import { UserError } from '../../node/user-error.ts';
import { diagnosticOf } from './convert.ts';
import { createProject, type Project } from './project.ts';

/** Milliseconds without a key stroke before a check. */
const PAUSE = 40;

export type Session = ReturnType<typeof createSession>;
type Texts = TextDocuments<TextDocument>;

export function createSession(connection: Connection, texts: Texts, rules: RuleSet) {
  const projects = new Map<string, Project>();
  /** By URI, of the texts that were checked. */
  const findings = new Map<string, readonly Finding[]>();
  const publish = createPublisher(connection, texts);
  let timer: NodeJS.Timeout | undefined;
  let isStale = true;
  let turn: Promise<void> = Promise.resolve();

  const projectOf = (path: string): Project | undefined => {
    const roots = [...projects.keys()].filter((root) => path.startsWith(`${root}/`));
    return projects.get(roots.sort((a, b) => b.length - a.length)[0] ?? '');
  };
  const setText = (uri: string, text: string | undefined): void => {
    const path = pathOf(uri);
    const project = path === undefined ? undefined : projectOf(path);
    if (path !== undefined) project?.setText(path, project.has(path) ? text : undefined);
  };
  const checkAll = async (): Promise<void> => {
    findings.clear();
    const shown = new Map<string, Diagnostic[]>();
    for (const project of projects.values()) {
      if (isStale) await project.reload();
      // The configuration may leave out other files now.
      if (isStale) for (const text of texts.all()) setText(text.uri, text.getText());
      const address = (source: string): string => uriOf(project, source);
      for (const finding of project.check().findings) {
        if (finding.accepted !== undefined) continue;
        const uri = address(finding.location.source);
        findings.set(uri, [...(findings.get(uri) ?? []), finding]);
        shown.set(uri, [...(shown.get(uri) ?? []), diagnosticOf(finding, address)]);
      }
    }
    isStale = false;
    await publish(shown);
  };
  const checkLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(checkAll).catch((error: Error) => {
        const own = error instanceof UserError ? '' : 'edgewise itself failed: ';
        connection.window.showErrorMessage(`edgewise: ${own}${error.message}`);
      });
    }, PAUSE);
  };
  return {
    open(roots: readonly string[]): void {
      for (const root of roots) projects.set(root, createProject(root, rules));
    },
    reload(): void {
      isStale = true;
      checkLater();
    },
    change(uri: string, text: string | undefined): void {
      setText(uri, text);
      checkLater();
    },
    findingsOf: (uri: string): readonly Finding[] => findings.get(uri) ?? [],
    at(uri: string) {
      const path = pathOf(uri);
      const project = path === undefined ? undefined : projectOf(path);
      return path === undefined || project === undefined ? undefined : { path, project };
    },
  };
}

/** Sends what changed; of a text that is open, always, as clients wait for its version. */
function createPublisher(connection: Connection, texts: Texts) {
  const published = new Map<string, string>();
  return async (shown: ReadonlyMap<string, Diagnostic[]>): Promise<void> => {
    for (const uri of new Set([...published.keys(), ...shown.keys()])) {
      const diagnostics = shown.get(uri) ?? [];
      const version = texts.get(uri)?.version;
      const text = JSON.stringify(diagnostics);
      if (version === undefined && published.get(uri) === text) continue;
      if (diagnostics.length > 0) published.set(uri, text);
      else published.delete(uri);
      const open = version === undefined ? {} : { version };
      await connection.sendDiagnostics({ uri, diagnostics, ...open });
    }
  };
}

export const uriOf = (project: Project, source: string): string =>
  pathToFileURL(project.pathOf(source)).href;

export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
