import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Command, WorkspaceEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { addSuppressions, newConfig } from '../../core/config/edit.ts';
import { isSuppressible, type Suppression, suppressionsOf } from '../../core/lint/suppress.ts';
import type { Finding } from '../../core/model/finding.ts';
import { localSchema } from '../../load/config/find.ts';
import { parseConfigText } from '../../load/config/text.ts';
import { textOfFile } from '../../load/file.ts';
import { SHOW } from './client-commands.ts';
import { diagnosticOf } from './convert.ts';
import type { Project } from './project.ts';

/** The text to be replaced by the user: the selection after the edit. */
const REASON = 'TODO: say why this is wanted';

export interface SuppressContext {
  readonly project: Project;
  /** The open texts of the editor. */
  textOf(uri: string): string | undefined;
  /** The client can create files. */
  readonly canCreate: boolean;
  /** The client can show documents. */
  readonly canShow: boolean;
}

/** Each writes the suppression of a finding into the configuration, and selects its reason. */
export function suppressActions(
  chosen: readonly Finding[],
  findings: readonly Finding[],
  context: SuppressContext,
): readonly CodeAction[] {
  const { project } = context;
  const { configPath: path } = project;
  if (path === undefined) return [];
  const before = context.textOf(pathToFileURL(path).href) ?? textOfFile(path);
  const able = chosen.filter(({ rule }) => isSuppressible(rule));
  const suppressions = suppressionsOf(able, findings, REASON);
  return able.flatMap((finding, i) => {
    const suppression = suppressions[i] as Suppression;
    const after =
      before === undefined
        ? newConfig(localSchema(dirname(path), 'config'), [suppression])
        : edited(before, path, suppression);
    if (after === undefined) return [];
    const title = `suppress ${finding.rule} here, with a reason`;
    const diagnostics = [diagnosticOf(finding, project)];
    return { title, kind: 'quickfix', diagnostics, ...writing(path, before, after, context) };
  });
}

function writing(
  path: string,
  before: string | undefined,
  after: string,
  { canCreate, canShow }: SuppressContext,
): Pick<CodeAction, 'edit' | 'command'> {
  const uri = pathToFileURL(path).href;
  const at = after.lastIndexOf(REASON);
  const text = TextDocument.create(uri, 'json', 0, after);
  const range = { start: text.positionAt(at), end: text.positionAt(at + REASON.length) };
  const command: Command = { title: 'show', command: SHOW, arguments: [uri, range] };
  return {
    edit: before === undefined && canCreate ? creation(uri, after) : change(uri, before, after),
    ...(canShow && { command }),
  };
}

/** `undefined` if the configuration has mistakes. */
function edited(text: string, path: string, suppression: Suppression): string | undefined {
  const isSound = (each: string): boolean =>
    !('mistakes' in parseConfigText(Buffer.from(each), path));
  if (!isSound(text)) return undefined;
  const after = addSuppressions(text, [suppression]);
  return isSound(after) ? after : undefined;
}

function creation(uri: string, newText: string): WorkspaceEdit {
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, newText }];
  return {
    documentChanges: [
      { kind: 'create', uri, options: { ignoreIfExists: true } },
      { textDocument: { uri, version: null }, edits },
    ],
  };
}

/** Replaces the part that differs. */
function change(uri: string, before = '', after: string): WorkspaceEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = before.length - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const text = TextDocument.create(uri, 'json', 0, before);
  const range = { start: text.positionAt(start), end: text.positionAt(before.length - end) };
  return { changes: { [uri]: [{ range, newText: after.slice(start, after.length - end) }] } };
}
