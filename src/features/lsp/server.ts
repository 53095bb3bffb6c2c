/** A language server on standard input and output. */
import {
  type CompletionItem,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type Position,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { RuleSet } from '../../core/lint/lint.ts';
import { asHelp } from '../../core/model/text.ts';
import { escapeMarkdown } from '../../core/report/escape.ts';
import { TOOL } from '../../core/report/tool.ts';
import { fixActions, fixAllActions, inText, overlaps, rangeOf } from './convert.ts';
import { definitionAt, proposalsAt } from './places.ts';
import { createSession, pathOf, type Session, uriOf } from './session.ts';

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
    const own = session.findingsOf(uri).flatMap((finding) => inText(finding, document));
    const near = own.filter(({ location }) => overlaps(rangeOf(location.region), range));
    const all = [...fixActions(near, document), ...fixAllActions(own, document)];
    return all.filter(
      ({ kind = '' }) => only === undefined || only.some((of) => kind.startsWith(of)),
    );
  });
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const [document, at] = [texts.get(uri), session.at(uri)];
    if (document === undefined || at === undefined) return [];
    return completionsAt(position, document, at);
  });
  connection.onDefinition(({ textDocument: { uri }, position }) => {
    const at = session.at(uri);
    if (at === undefined) return null;
    const { path, project } = at;
    const place = { line: position.line + 1, column: position.character + 1 };
    const found = definitionAt(place, project.documentsOf(path), project.documents());
    if (found === undefined) return null;
    return { uri: uriOf(project, found.source), range: rangeOf(found.region) };
  });
}

function completionsAt(
  position: Position,
  document: TextDocument,
  { path, project }: NonNullable<ReturnType<Session['at']>>,
): CompletionItem[] {
  const { line } = position;
  const last = project.lastValid(path, line + 1);
  // A line of JSON Lines is a text of its own.
  const lines = last?.input.line === undefined ? [] : [line, line + 1];
  const [first = 0, end] = lines.map((each) => document.offsetAt({ line: each, character: 0 }));
  const text = document.getText().slice(first, end);
  const found = proposalsAt(text, document.offsetAt(position) - first, last, project.documents());
  if (found === undefined) return [];
  const [start, stop] = [first + found.start, first + found.end];
  const range = { start: document.positionAt(start), end: document.positionAt(stop) };
  return found.values.map((value) => {
    const newText = JSON.stringify(value);
    return { label: value, filterText: newText, textEdit: { range, newText } };
  });
}
