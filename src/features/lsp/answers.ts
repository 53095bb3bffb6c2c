import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  Hover,
  Location,
  Position,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../core/model/finding.ts';
import type { EventDefinition } from '../../core/model/nodes.ts';
import { escapeMarkdown } from '../../core/report/escape-markdown.ts';
import type { AnyRule } from '../../core/rule.ts';
import { UserError } from '../../run/user-error.ts';
import { actionsFor } from './actions.ts';
import { proposalsAt } from './complete.ts';
import { hoverText, isWithin, locationOf, rangeOf, symbolsIn } from './convert.ts';
import type { OpenFolders } from './folders.ts';
import { type Mention, mentionsIn, mentionsLike, renameFault } from './mentions.ts';
import type { Project } from './project.ts';
import type { SuppressContext } from './suppress.ts';
import { normalizeUri } from './uri.ts';
import { valuesIn } from './values.ts';

/** What the answers to requests are made from. */
export interface Checked {
  readonly rules: ReadonlyMap<string, AnyRule>;
  readonly folders: OpenFolders;
  /** The open texts by their URI. */
  readonly texts: ReadonlyMap<string, TextDocument>;
  /** The findings in the current texts. */
  findings(): ReadonlyMap<string, readonly Finding[]>;
}

/** What the client can do. */
type ClientAbilities = Pick<SuppressContext, 'canCreate' | 'canShow'>;

export function explain(
  { rules }: Checked,
  id: string,
): Pick<AnyRule, 'id' | 'summary' | 'why' | 'remedy'> | undefined {
  const rule = rules.get(id);
  if (rule === undefined) return undefined;
  const { summary, why, remedy } = rule;
  return { id, summary, why, remedy };
}

/** @param only the kinds of actions that are wanted; default: all. */
export function actionsIn(
  { folders, texts, findings }: Checked,
  uri: string,
  range: Range,
  { only, ...abilities }: ClientAbilities & { readonly only: readonly string[] | undefined },
): CodeAction[] {
  const project = folders.projectOf(uri);
  const text = texts.get(uri);
  if (project === undefined || text === undefined) return [];
  const textOf = (file: string): string | undefined =>
    [...texts.values()].find((each) => normalizeUri(each.uri) === file)?.getText();
  const found = findings().get(uri) ?? [];
  return actionsFor(found, text, range, { project, textOf, ...abilities }).filter(
    ({ kind = '' }) => only === undefined || only.some((wanted) => kind.startsWith(wanted)),
  );
}

export function completionItems(
  { folders, texts }: Checked,
  uri: string,
  position: Position,
): CompletionItem[] {
  const text = texts.get(uri);
  const project = folders.projectOf(uri);
  const file = project?.file(uri);
  if (text === undefined || file === undefined || project === undefined) return [];
  const offset = text.offsetAt(position);
  const found = proposalsAt(text.getText(), offset, file.lastRead(), eventsOf(project));
  if (found === undefined) return [];
  const range = { start: text.positionAt(found.start), end: text.positionAt(found.end) };
  return found.values.map((value) => ({
    label: value,
    filterText: JSON.stringify(value),
    textEdit: { range, newText: JSON.stringify(value) },
  }));
}

const eventsOf = (project: Project): readonly EventDefinition[] =>
  [...project.files()].flatMap((file) => file.parsed().flatMap(({ events }) => events));

export function hoverAt(checked: Checked, uri: string, position: Position): Hover | null {
  const { rules, folders, findings } = checked;
  const here = (findings().get(uri) ?? []).filter(
    ({ location: { region } }) => region && isWithin(position, rangeOf(region)),
  );
  const project = folders.projectOf(uri);
  const file = project?.file(uri);
  if (project === undefined || file === undefined) return null;
  const named = hoverText(here, rules, mentionAt(checked, uri, position), project.files());
  const values = valuesIn(file, eventsOf(project))
    .filter(({ region }) => isWithin(position, rangeOf(region)))
    .map(({ text }) => escapeMarkdown(text));
  const value = [named, ...values].filter((text) => text !== '').join('\n\n');
  return value === '' ? null : { contents: { kind: 'markdown', value } };
}

/** All places with the name at the position, or only those that define it, or only the others. */
export function placesOf(
  checked: Checked,
  uri: string,
  position: Position,
  wanted: 'all' | 'definitions' | 'uses',
): Location[] {
  const mention = mentionAt(checked, uri, position);
  const project = checked.folders.projectOf(uri);
  if (mention === undefined || project === undefined) return [];
  return mentionsLike(mention, project.files())
    .filter(({ isDefinition }) => wanted === 'all' || isDefinition === (wanted === 'definitions'))
    .map(locationOf);
}

export function renameableAt(
  checked: Checked,
  uri: string,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const mention = mentionAt(checked, uri, position);
  if (mention === undefined || mention.kind === 'template') return null;
  return { range: rangeOf(mention.region), placeholder: mention.name };
}

/** Throws a UserError for an invalid name. */
export function renamed(
  checked: Checked,
  uri: string,
  position: Position,
  newName: string,
): WorkspaceEdit | null {
  const changes: { [uri: string]: { range: Range; newText: string }[] } = {};
  const mention = mentionAt(checked, uri, position);
  const project = checked.folders.projectOf(uri);
  if (mention === undefined || mention.kind === 'template' || project === undefined) return null;
  const fault = renameFault(mention, newName, project.files());
  if (fault !== undefined) throw new UserError(fault);
  for (const each of mentionsLike(mention, project.files())) {
    const [before, after] = each.around ?? ['', ''];
    (changes[each.uri] ??= []).push({
      range: rangeOf(each.region),
      newText: JSON.stringify(before + newName + after),
    });
  }
  return { changes };
}

export function symbolsOf({ folders }: Checked, uri: string): DocumentSymbol[] {
  const file = folders.projectOf(uri)?.file(uri);
  return file === undefined ? [] : symbolsIn(file);
}

function mentionAt({ folders }: Checked, uri: string, position: Position): Mention | undefined {
  const file = folders.projectOf(uri)?.file(uri);
  return file === undefined
    ? undefined
    : mentionsIn(file).find(({ region }) => isWithin(position, rangeOf(region)));
}
