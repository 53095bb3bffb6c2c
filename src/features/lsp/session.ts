/** The folders of the editor, checked after each change. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connection, Diagnostic, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { groupBy } from '../../core/graph/graph.ts';
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

  const projectOf = (path: string): Project | undefined =>
    projects.get(longestOf([...projects.keys()].filter((root) => path.startsWith(`${root}/`))));
  const setText = (uri: string, text: string | undefined): void => {
    const path = pathOf(uri) ?? '';
    projectOf(path)?.setText(path, text);
  };
  const checkAll = async (): Promise<void> => {
    findings.clear();
    const shown = new Map<string, Diagnostic[]>();
    for (const project of projects.values()) {
      if (isStale) await project.reload();
      // The configuration may leave out other files now.
      if (isStale) for (const text of texts.all()) setText(text.uri, text.getText());
      const address = (source: string): string => uriOf(project, source);
      for (const [uri, own] of findingsByUri(project)) {
        findings.set(uri, own);
        const diagnostics = own.map((finding) => diagnosticOf(finding, address));
        shown.set(uri, diagnostics);
      }
    }
    isStale = false;
    await publish(shown);
  };
  const checkLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn
        .then(checkAll)
        .catch((error: Error) => void connection.window.showErrorMessage(describeFault(error)));
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
      const path = pathOf(uri) ?? '';
      const project = projectOf(path);
      return project === undefined ? undefined : { path, project };
    },
  };
}

const describeFault = (error: Error): string =>
  `edgewise: ${error instanceof UserError ? '' : 'edgewise itself failed: '}${error.message}`;

const longestOf = (roots: readonly string[]): string =>
  roots.toSorted((a, b) => b.length - a.length)[0] ?? '';

function findingsByUri(project: Project): ReadonlyMap<string, readonly Finding[]> {
  const counted = project.check().findings.filter(({ accepted }) => accepted === undefined);
  return groupBy(counted, ({ location }) => uriOf(project, location.source));
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
