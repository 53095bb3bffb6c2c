import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  MessageType,
  ProposedFeatures,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CommandContext } from '../../command.ts';
import type { Finding } from '../../core/model/finding.ts';
import { watchPaths } from '../../load/watch.ts';
import { pagePath } from '../../run/report-run.ts';
import { actionsFor, EXPLAIN } from './actions.ts';
import { proposalsAt } from './complete.ts';
import { diagnosticOf, hoverText, isWithin, locationOf, rangeOf, symbolsIn } from './convert.ts';
import { createFolders } from './folders.ts';
import { type Mention, mentionsIn, renameFault, sameAs } from './mentions.ts';
import { filePathOf, type LspFlags, normalizeUri, type Project } from './project.ts';
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
  // With streams as arguments, the library ends the process when the client disconnects.
  const connection = createConnection(ProposedFeatures.all, input, output);
  const texts = new TextDocuments(TextDocument);
  const rules = new Map((await context.rules()).map((rule) => [rule.id, rule]));
  let roots: readonly string[] = [];
  const folders = createFolders(
    () => roots,
    () => texts.all(),
    flags,
    context,
  );
  let found: ReadonlyMap<string, readonly Finding[]> = new Map();
  /** The findings that the client has, by file: unchanged ones are not sent again. */
  const shown = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isStale = false;

  /** A notification, since clients need not support the request. */
  const tell = (type: MessageType, message: string): void =>
    void connection.sendNotification(ShowMessageNotification.type, { type, message });
  const load = async (): Promise<void> => {
    isStale = false;
    const faults = await folders.load();
    for (const fault of faults) tell(MessageType.Error, `edgewise: ${fault}`);
    check();
  };
  const check = (): void => {
    clearTimeout(timer);
    timer = isStale ? setTimeout(load, DELAY) : undefined;
    found = folders.check();
    for (const uri of new Set([...shown.keys(), ...found.keys(), ...texts.keys()])) {
      const project = folders.projectOf(uri);
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
    timer = setTimeout(() => (isStale ? load() : check()), DELAY);
  };
  const loadSoon = (): void => {
    isStale = true;
    checkSoon();
  };
  /** The findings in the current text. */
  const findingsIn = (uri: string): readonly Finding[] => {
    if (timer !== undefined) check();
    return found.get(uri) ?? [];
  };
  const mentionAt = (uri: string, position: Position): Mention | undefined => {
    const file = folders.projectOf(uri)?.file(uri);
    return file === undefined
      ? undefined
      : mentionsIn(file).find(({ region }) => isWithin(position, rangeOf(region)));
  };
  const same = (uri: string, position: Position): readonly Mention[] => {
    const mention = mentionAt(uri, position);
    const project = folders.projectOf(uri);
    return mention === undefined || project === undefined ? [] : sameAs(mention, project.files());
  };

  let client: ClientCapabilities = {};
  let watcher: Awaited<ReturnType<typeof watchPaths>> | undefined;
  const watchFiles = async (): Promise<void> => {
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
      await connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.{json,ndjson,jsonl,gz}' }],
      });
    else if (roots.length > 0) {
      watcher = await watchPaths(roots, loadSoon);
      // Files that changed before they were watched.
      loadSoon();
    }
  };

  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }) => {
    client = capabilities;
    roots = pathsOf(workspaceFolders ?? [{ uri: rootUri ?? '' }]);
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
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });
  connection.onInitialized(async () => {
    // Before the first findings: a client may answer them with other folders.
    if (client.workspace?.workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(pathsOf(removed));
        const fresh = pathsOf(added);
        roots = [...roots.filter((root) => !gone.has(root)), ...fresh];
        watcher?.add(fresh);
        loadSoon();
      });
    await load();
    await watchFiles();
  });
  connection.onDidChangeWatchedFiles(loadSoon);
  texts.onDidChangeContent(({ document }) => {
    folders.projectOf(document.uri)?.open(document.uri, document.getText());
    checkSoon();
  });
  texts.onDidClose(({ document }) => {
    folders.projectOf(document.uri)?.open(document.uri, undefined);
    checkSoon();
  });
  texts.onDidSave(loadSoon);

  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) => {
    const findings = findingsIn(uri);
    const project = folders.projectOf(uri);
    const text = texts.get(uri);
    if (project === undefined || text === undefined) return [];
    const { showDocument } = client.window ?? {};
    const { resourceOperations = [] } = client.workspace?.workspaceEdit ?? {};
    const suppressing = {
      textOf: (file: string) =>
        texts
          .all()
          .find((each) => normalizeUri(each.uri) === file)
          ?.getText(),
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
    const project = folders.projectOf(uri);
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
    const here = findingsIn(uri).filter(
      ({ location: { region } }) => region && isWithin(position, rangeOf(region)),
    );
    const project = folders.projectOf(uri);
    if (project?.file(uri) === undefined) return null;
    const value = hoverText(here, rules, mentionAt(uri, position), project.files());
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
    const project = folders.projectOf(uri);
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
    const file = folders.projectOf(uri)?.file(uri);
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
    connection.listen();
  });
}

interface Position {
  readonly line: number;
  readonly character: number;
}

const pathsOf = (folders: readonly { readonly uri: string }[]): readonly string[] =>
  folders.flatMap(({ uri }) => filePathOf(uri) ?? []);
