import { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  MessageType,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CommandContext } from '../../command.ts';
import type { Result } from '../../core/model/finding.ts';
import { watchPaths } from '../../load/watch.ts';
import { pagePath } from '../../run/report-run.ts';
import { UserError } from '../../run/user-error.ts';
import { actionsFor, EXPLAIN } from './actions.ts';
import { proposalsAt } from './complete.ts';
import { diagnosticOf, hoverText, isWithin, locationOf, rangeOf, symbolsIn } from './convert.ts';
import { type Mention, mentionsIn, renameFault, sameAs } from './mentions.ts';
import { type LspFlags, openProject, type Project } from './project.ts';
import { SHOW } from './suppress.ts';

/** Milliseconds without a change before everything is checked. */
const DELAY = 25;

/** Speaks the language server protocol until the client ends it. */
export async function serve(flags: LspFlags, context: CommandContext): Promise<number> {
  const { runtime } = context;
  const output = new Writable({
    write: (chunk: Buffer, _, done) => void runtime.stdout.write(chunk as never, done),
  });
  const input = Readable.from(runtime.stdin, { objectMode: false });
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const texts = new TextDocuments(TextDocument);
  const rules = new Map((await context.rules()).map((rule) => [rule.id, rule]));
  let root = runtime.cwd();
  let project: Project | undefined;
  let result: Result | undefined;
  /** What the client has, by file: unchanged findings are not sent again. */
  const shown = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  /** Not a request, which a client need not know. */
  const tell = (type: MessageType, message: string): void =>
    void connection.sendNotification(ShowMessageNotification.type, { type, message });
  let loads = 0;
  const load = async (): Promise<void> => {
    const turn = ++loads;
    try {
      const loaded = await openProject(root, flags, context);
      if (turn !== loads) return;
      for (const text of texts.all()) putText(loaded, text);
      project = loaded;
      check();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      tell(MessageType.Error, `edgewise: ${[error.message, ...error.details].join('; ')}`);
    }
  };
  const check = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (project === undefined) return;
    result = project.check();
    const found = new Map<string, Result['findings'][number][]>();
    for (const finding of result.findings) {
      const uri = project.uriOf(finding.location.source);
      const own = found.get(uri);
      if (own === undefined) found.set(uri, [finding]);
      else own.push(finding);
    }
    for (const uri of new Set([...shown.keys(), ...found.keys(), ...texts.keys()])) {
      const diagnostics = (found.get(uri) ?? []).map((finding) =>
        diagnosticOf(finding, project as Project),
      );
      const version = texts.get(uri)?.version;
      const printed = JSON.stringify([version, diagnostics]);
      if (shown.get(uri) === printed) continue;
      shown.set(uri, printed);
      if (diagnostics.length === 0 && version === undefined) shown.delete(uri);
      void connection.sendDiagnostics({
        uri,
        diagnostics,
        ...(version !== undefined && { version }),
      });
    }
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, DELAY);
  };
  /** The result for the texts as they are now. */
  const current = (): Result | undefined => {
    if (timer !== undefined) check();
    return result;
  };
  const mentionAt = (uri: string, position: Position): Mention | undefined => {
    const file = project?.file(uri);
    return file === undefined
      ? undefined
      : mentionsIn(file).find(({ region }) => isWithin(position, rangeOf(region)));
  };
  const same = (uri: string, position: Position): readonly Mention[] => {
    const mention = mentionAt(uri, position);
    return mention === undefined || project === undefined ? [] : sameAs(mention, project.files());
  };

  let client: ClientCapabilities = {};
  let watcher: Awaited<ReturnType<typeof watchPaths>> | undefined;
  const watchFiles = async (): Promise<void> => {
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{json,ndjson,jsonl,gz}' }],
      });
    else watcher = await watchPaths([root], load);
  };

  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }) => {
    client = capabilities;
    const uri = workspaceFolders?.[0]?.uri ?? rootUri;
    if (uri?.startsWith('file:') === true) root = fileURLToPath(uri);
    return {
      serverInfo: runtime.tool,
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.edgewise'] },
        completionProvider: { triggerCharacters: ['"'] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        executeCommandProvider: { commands: [EXPLAIN, SHOW] },
      },
    };
  });
  connection.onInitialized(async () => {
    await load();
    await watchFiles();
  });
  connection.onDidChangeWatchedFiles(load);
  texts.onDidChangeContent(({ document }) => {
    if (project !== undefined) putText(project, document);
    checkSoon();
  });
  texts.onDidClose(({ document }) => {
    project?.open(document.uri, pathOf(document.uri), undefined);
    checkSoon();
  });
  texts.onDidSave(load);

  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) => {
    const latest = current();
    const text = texts.get(uri);
    if (project === undefined || latest === undefined || text === undefined) return [];
    const findings = project.findingsOf(latest, uri);
    const { showDocument } = client.window ?? {};
    const { resourceOperations = [] } = client.workspace?.workspaceEdit ?? {};
    const suppressing = {
      textOf: (file: string) => texts.get(file)?.getText(),
      canCreate: resourceOperations.includes('create'),
      canShow: showDocument?.support === true,
    };
    return actionsFor(findings, text, range, project, suppressing).filter(
      ({ kind = '' }) => only === undefined || only.some((wanted) => kind.startsWith(wanted)),
    );
  });
  connection.onExecuteCommand(async ({ command, arguments: [first, selection] = [] }) => {
    if (command === SHOW) await connection.window.showDocument({ uri: first, selection });
    const rule = command === EXPLAIN ? rules.get(first) : undefined;
    if (rule === undefined) return;
    const { id, summary, why, remedy } = rule;
    const page = client.window?.showDocument?.support === true ? pagePath(id) : undefined;
    if (page !== undefined) await connection.window.showDocument({ uri: pathToFileURL(page).href });
    else tell(MessageType.Info, `${id}: ${summary} ${why} ${remedy}`);
  });
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const text = texts.get(uri);
    const file = project?.file(uri);
    if (text === undefined || file === undefined || project === undefined) return [];
    const events = [...project.files()].flatMap((each) =>
      each.parsed().flatMap((document) => document.events),
    );
    const found = proposalsAt(text.getText(), text.offsetAt(position), file.lastRead(), events);
    if (found === undefined) return [];
    const range = { start: text.positionAt(found.start), end: text.positionAt(found.end) };
    return found.values.map((value) => ({
      label: value,
      filterText: JSON.stringify(value),
      textEdit: { range, newText: JSON.stringify(value) },
    }));
  });
  connection.onHover(({ textDocument: { uri }, position }) => {
    const latest = current();
    const file = project?.file(uri);
    if (project === undefined || latest === undefined || file === undefined) return null;
    const findings = project
      .findingsOf(latest, uri)
      .filter(({ location: { region } }) => region && isWithin(position, rangeOf(region)));
    const value = hoverText(findings, rules, mentionAt(uri, position), project.files());
    return value === '' ? null : { contents: { kind: 'markdown', value } };
  });
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    same(uri, position)
      .filter(({ isDefinition }) => isDefinition)
      .map(locationOf),
  );
  connection.onReferences(({ textDocument: { uri }, position, context: { includeDeclaration } }) =>
    same(uri, position)
      .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
      .map(locationOf),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) => {
    const mention = mentionAt(uri, position);
    if (mention === undefined || mention.kind === 'template') return null;
    return { range: rangeOf(mention.region), placeholder: mention.name };
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const changes: { [uri: string]: { range: ReturnType<typeof rangeOf>; newText: string }[] } = {};
    const mention = mentionAt(uri, position);
    if (mention === undefined || mention.kind === 'template' || project === undefined) return null;
    const fault = renameFault(mention, newName, project.files());
    if (fault !== undefined) throw new ResponseError(ErrorCodes.InvalidParams, fault);
    for (const each of sameAs(mention, project.files())) {
      const [before, after] = each.around ?? ['', ''];
      (changes[each.uri] ??= []).push({
        range: rangeOf(each.region),
        newText: JSON.stringify(before + newName + after),
      });
    }
    return { changes };
  });
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const file = project?.file(uri);
    return file === undefined ? [] : symbolsIn(file);
  });
  texts.listen(connection);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      void watcher?.close();
      resolve(0);
    };
    connection.onExit(end);
    input.once('end', end);
    connection.listen();
  });
}

interface Position {
  readonly line: number;
  readonly character: number;
}

const putText = (project: Project, text: TextDocument): void =>
  project.open(text.uri, pathOf(text.uri), text.getText());

const pathOf = (uri: string): string => (uri.startsWith('file:') ? fileURLToPath(uri) : uri);
