import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type Connection,
  createConnection,
  type DataCallback,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  LogMessageNotification,
  type Message,
  MessageType,
  ProposedFeatures,
  type ServerCapabilities,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CommandContext } from '../../command.ts';
import { escapeText } from '../../core/report/escape.ts';
import { watchPaths } from '../../load/watch.ts';
import type { SharedArgs } from '../../run/flags.ts';
import { writeStream } from '../../run/output.ts';
import { pagePath } from '../../run/package-path.ts';
import type { Runtime } from '../../run/runtime.ts';
import { paramsFault } from './check-params.ts';
import { EXPLAIN } from './client-commands.ts';
import type { LspEngine } from './engine.ts';
import type { LspFlags } from './project.ts';
import { createEditorSession, type EditorSession } from './session.ts';
import { filePathOf } from './uri.ts';

/** Speaks the language server protocol until the client ends it. Everything that reads or checks workflows runs in a thread. */
export async function serve(
  { timeout: seconds, ...flags }: LspFlags & SharedArgs<'timeout'>,
  context: CommandContext,
): Promise<number> {
  const { runtime } = context;
  const connection = connect(runtime);
  const texts = new TextDocuments(TextDocument);
  const folders: Folders = { roots: [] };
  const engine = await context.startEngine<LspEngine>('lsp', flags, {
    seconds,
    onEnd: (ended) => session.engineEnded(ended),
  });
  const session = createEditorSession(engine, {
    texts,
    roots: () => folders.roots,
    show: (published) => void connection.sendDiagnostics(published),
    warn: (message) => tell(connection, MessageType.Error, `edgewise: ${message}`),
  });
  let client: ClientCapabilities = {};
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }) => {
    client = capabilities;
    folders.roots = pathsOf(workspaceFolders ?? [{ uri: rootUri ?? '' }]);
    return { serverInfo: runtime.tool, capabilities: CAPABILITIES };
  });
  connection.onInitialized(() => followFolders(connection, session, folders, client));
  connection.onDidChangeWatchedFiles(session.changeFiles);
  texts.onDidChangeContent(({ document: { uri } }) => session.changeText(uri));
  texts.onDidClose(({ document: { uri } }) => session.changeText(uri));
  texts.onDidSave(session.changeFiles);
  answerRequests(connection, session);
  runCommands(connection, session, () => client);
  texts.listen(connection);
  const ended = new Promise<void>((resolve) => connection.onExit(resolve));
  connection.listen();
  try {
    // An invalid plugin ends the server.
    await Promise.race([ended, session.ask('begin', undefined)]);
    await ended;
    return 0;
  } finally {
    session.stop();
    void folders.watcher?.close();
    await engine.close();
  }
}

/** The folders of the editor. */
interface Folders {
  /** Absolute. */
  roots: readonly string[];
  /** Unless the client watches them. */
  watcher?: Awaited<ReturnType<typeof watchPaths>>;
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.edgewise'] },
  completionProvider: { triggerCharacters: ['"'] },
  hoverProvider: true,
  definitionProvider: true,
  executeCommandProvider: { commands: [EXPLAIN] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

function connect({ stdin, stdout, stderr }: Runtime): Connection {
  const output = new Writable({
    write: (chunk: Buffer, _, done) => void stdout.write(chunk as never, done),
  });
  const input = Readable.from(stdin, { objectMode: false });
  const reader = new StreamMessageReader(input);
  reader.onError(async (error) => {
    const [reason = ''] = error.message.split('\n');
    // Only the text of the message is invalid; else it is unknown where the next one begins.
    const isFramed = error instanceof SyntaxError;
    const what = `${reason.replace(/\.$/, '')}${isFramed ? '' : ', so the server ends'}`;
    await writeStream(stderr, [`edgewise: ${escapeText(what)}\n`]);
    if (!isFramed) input.push(null);
  });
  // For what looks like a stream, the library ends the process when the client disconnects.
  const { read, on } = input;
  const listen = reader.listen.bind(reader);
  const stream = Object.assign(reader, {
    read,
    on: on.bind(input),
    listen: (take: DataCallback) =>
      listen((message) => {
        const fault = paramsFault(message);
        if (fault === undefined) return take(message);
        const { id } = message as { readonly id?: number | string };
        const error = { code: ErrorCodes.InvalidParams, message: fault };
        if (id !== undefined) void writer.write({ jsonrpc: '2.0', id, error } as Message);
        else
          void connection.sendNotification(LogMessageNotification.type, {
            type: MessageType.Error,
            message: `${fault}; the message is ignored`,
          });
      }),
  });
  const writer = new StreamMessageWriter(output);
  const connection = createConnection(ProposedFeatures.all, stream, writer);
  return connection;
}

/** A notification, since clients need not support the request. */
const tell = (connection: Connection, type: MessageType, message: string): void =>
  void connection.sendNotification(ShowMessageNotification.type, { type, message });

/** Checks the folders, then follows their changes. */
async function followFolders(
  connection: Connection,
  session: EditorSession,
  folders: Folders,
  client: ClientCapabilities,
): Promise<void> {
  // Before the first findings: a client may answer them with other folders.
  if (client.workspace?.workspaceFolders === true)
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(pathsOf(removed));
      const fresh = pathsOf(added);
      folders.roots = [...folders.roots.filter((root) => !gone.has(root)), ...fresh];
      folders.watcher?.add(fresh);
      session.changeFiles();
    });
  await session.check();
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: '**/*.{json,ndjson,jsonl,gz}' }],
    });
  else if (folders.roots.length > 0) {
    folders.watcher = await watchPaths(folders.roots, session.changeFiles);
    // Files that changed before they were watched.
    session.changeFiles();
  }
}

function answerRequests(connection: Connection, { ask }: EditorSession): void {
  connection.onCompletion(({ textDocument: { uri }, position }) =>
    ask('completions', [], uri, position),
  );
  connection.onHover(({ textDocument: { uri }, position }) => ask('hover', null, uri, position));
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    ask('definitions', [], uri, position),
  );
  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) =>
    ask('actions', [], uri, range, only),
  );
}

function runCommands(
  connection: Connection,
  { ask }: EditorSession,
  client: () => ClientCapabilities,
): void {
  connection.onExecuteCommand(async ({ command, arguments: [first] = [] }) => {
    const rule = command === EXPLAIN ? await ask('explain', undefined, first) : undefined;
    if (rule === undefined) return;
    const { id, summary, why, remedy } = rule;
    const page = client().window?.showDocument?.support === true ? pagePath(id) : undefined;
    if (page !== undefined) await connection.window.showDocument({ uri: pathToFileURL(page).href });
    else tell(connection, MessageType.Info, `${id}: ${summary} ${why} ${remedy}`);
  });
}

const pathsOf = (folders: readonly { readonly uri: string }[]): readonly string[] =>
  folders.flatMap(({ uri }) => filePathOf(uri) ?? []);
