/** A language server on standard input and output. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { RuleSet } from '../../core/lint/lint.ts';
import type { Finding } from '../../core/model/finding.ts';
import { asHelp } from '../../core/model/text.ts';
import { escapeMarkdown } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import { UserError } from '../../node/user-error.ts';
import { diagnosticOf, fixActions, fixAllActions, overlaps, rangeOf } from './convert.ts';
import { definitionAt, proposalsAt } from './places.ts';
import { createProject, type Project } from './project.ts';

/** Milliseconds without a key stroke before a check. */
const PAUSE = 40;

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.edgewise'] },
  completionProvider: { triggerCharacters: ['"'] },
  hoverProvider: true,
  definitionProvider: true,
};

/** Serves until the client ends it: the library ends the process. */
export function serve(rules: RuleSet): Promise<never> {
  // Given streams, it needs no --stdio.
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const texts = new TextDocuments(TextDocument);
  const session = createSession(connection, texts, rules);
  let client: InitializeParams['capabilities'] = {};
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }) => {
    client = capabilities;
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    session.open(folders.flatMap((uri) => pathOf(uri) ?? []));
    return { serverInfo: TOOL, capabilities: CAPABILITIES };
  });
  connection.onInitialized(async () => {
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration)
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{json,ndjson,jsonl}' }],
      });
    session.reload();
  });
  connection.onDidChangeWatchedFiles(() => session.reload());
  texts.onDidSave(() => session.reload());
  texts.onDidChangeContent(({ document }) => session.change(document.uri, document.getText()));
  texts.onDidClose(({ document }) => session.change(document.uri, undefined));
  answerRequests(connection, texts, session, rules);
  texts.listen(connection);
  connection.listen();
  return new Promise(() => {});
}

type Session = ReturnType<typeof createSession>;

/** The projects of the editor, and their last findings. */
function createSession(connection: Connection, texts: TextDocuments<TextDocument>, rules: RuleSet) {
  const projects = new Map<string, Project>();
  /** By URI, with the text that was checked. */
  const findings = new Map<string, readonly Finding[]>();
  const published = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isStale = true;
  let turn: Promise<void> = Promise.resolve();

  const projectOf = (path: string): Project | undefined => {
    const roots = [...projects.keys()].filter((root) => path.startsWith(`${root}/`));
    return projects.get(roots.sort((a, b) => b.length - a.length)[0] ?? '');
  };
  const uriOf = (project: Project, source: string): string =>
    pathToFileURL(project.pathOf(source)).href;

  /** Of a text that is open, always: the client waits for its version. */
  const publish = async (uri: string, diagnostics: Diagnostic[]): Promise<void> => {
    const version = texts.get(uri)?.version;
    const text = JSON.stringify(diagnostics);
    if (version === undefined && published.get(uri) === text) return;
    published.set(uri, text);
    const open = version === undefined ? {} : { version };
    await connection.sendDiagnostics({ uri, diagnostics, ...open });
  };

  const checkAll = async (): Promise<void> => {
    const shown = new Map<string, Finding[]>();
    for (const project of projects.values()) {
      if (isStale) {
        await project.reload();
        // The configuration may leave out other files now.
        for (const document of texts.all()) setText(document.uri, document.getText());
      }
      for (const finding of project.check().findings) {
        if (finding.accepted !== undefined) continue;
        const uri = uriOf(project, finding.location.source);
        shown.set(uri, [...(shown.get(uri) ?? []), finding]);
      }
      const address = (source: string): string => uriOf(project, source);
      for (const [uri, own] of shown)
        await publish(
          uri,
          own.map((finding) => diagnosticOf(finding, address)),
        );
    }
    isStale = false;
    for (const uri of findings.keys()) if (!shown.has(uri)) await publish(uri, []);
    findings.clear();
    for (const [uri, own] of shown) findings.set(uri, own);
  };
  const setText = (uri: string, text: string | undefined): void => {
    const path = pathOf(uri);
    const project = path === undefined ? undefined : projectOf(path);
    if (path !== undefined) project?.setText(path, project.has(path) ? text : undefined);
  };
  const run = (): void => {
    turn = turn.then(checkAll).catch((error: unknown) => {
      const { message } = error as Error;
      const fault = error instanceof UserError ? message : `edgewise itself failed: ${message}`;
      connection.window.showErrorMessage(`edgewise: ${fault}`);
    });
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  };
  return {
    open(roots: readonly string[]): void {
      for (const root of roots) projects.set(root, createProject(root, rules));
    },
    reload(): void {
      isStale = true;
      later();
    },
    change(uri: string, text: string | undefined): void {
      setText(uri, text);
      later();
    },
    /** Those of the text as it is: after a change, the next check gives them. */
    findingsOf: (uri: string): readonly Finding[] => findings.get(uri) ?? [],
    at(uri: string) {
      const path = pathOf(uri);
      const project = path === undefined ? undefined : projectOf(path);
      return path === undefined || project === undefined ? undefined : { path, project };
    },
    uriOf,
  };
}

function answerRequests(
  connection: Connection,
  texts: TextDocuments<TextDocument>,
  session: Session,
  { rules }: RuleSet,
): void {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  connection.onHover(({ textDocument: { uri }, position }) => {
    const here = { start: position, end: position };
    const own = session
      .findingsOf(uri)
      .filter(({ location }) => overlaps(rangeOf(location.region), here));
    const lines = [...new Set(own.map(({ rule }) => rule))].flatMap((id) => {
      const rule = byId.get(id);
      if (rule === undefined) return [];
      const text = `${rule.summary} ${rule.why} Fix: ${asHelp(rule.remedy)}.`;
      return [`**${id}**: ${escapeMarkdown(text)}`];
    });
    return lines.length === 0
      ? null
      : { contents: { kind: 'markdown', value: lines.join('\n\n') } };
  });
  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) => {
    const document = texts.get(uri);
    if (document === undefined) return [];
    const text = document.getText();
    // A fix counts in the text that was checked.
    const own = session.findingsOf(uri).filter(({ input }) => input.text === text);
    const near = own.filter(({ location }) => overlaps(rangeOf(location.region), range));
    const all = [...fixActions(near, document), ...fixAllActions(own, document)];
    return all.filter(
      ({ kind = '' }) => only === undefined || only.some((of) => kind.startsWith(of)),
    );
  });
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const [document, at] = [texts.get(uri), session.at(uri)];
    if (document === undefined || at === undefined) return [];
    const { path, project } = at;
    const offset = document.offsetAt(position);
    const last = project.lastValid(path);
    const found = proposalsAt(document.getText(), offset, last, project.documents);
    if (found === undefined) return [];
    const range = { start: document.positionAt(found.start), end: document.positionAt(found.end) };
    return found.values.map((value) => {
      const newText = JSON.stringify(value);
      return { label: value, filterText: newText, textEdit: { range, newText } };
    });
  });
  connection.onDefinition(({ textDocument: { uri }, position }) => {
    const at = session.at(uri);
    if (at === undefined) return null;
    const { path, project } = at;
    const place = { line: position.line + 1, column: position.character + 1 };
    const found = definitionAt(place, project.documentsOf(path), project.documents);
    if (found === undefined) return null;
    return { uri: session.uriOf(project, found.source), range: rangeOf(found.region) };
  });
}

function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
