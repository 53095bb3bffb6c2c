import type {
  CodeAction,
  CompletionItem,
  Hover,
  Location,
  Position,
  Range,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../core/model/finding.ts';
import type { EventDefinition } from '../../core/model/nodes.ts';
import { escapeMarkdown } from '../../core/report/escape-markdown.ts';
import type { AnyRule } from '../../core/rule.ts';
import { actionsFor } from './actions.ts';
import { proposalsAt } from './complete.ts';
import { hoverText, isWithin, locationOf, rangeOf } from './convert.ts';
import type { OpenFolders } from './folders.ts';
import { type Mention, mentionsIn, mentionsLike } from './mentions.ts';
import type { Project } from './project.ts';
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
  only?: readonly string[],
): CodeAction[] {
  const project = folders.projectOf(uri);
  const text = texts.get(uri);
  if (project === undefined || text === undefined) return [];
  const found = findings().get(uri) ?? [];
  return actionsFor(found, text, range, project).filter(
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

/** The places that define the name at the position. */
export function definitionsOf(checked: Checked, uri: string, position: Position): Location[] {
  const mention = mentionAt(checked, uri, position);
  const project = checked.folders.projectOf(uri);
  if (mention === undefined || project === undefined) return [];
  return mentionsLike(mention, project.files())
    .filter(({ isDefinition }) => isDefinition)
    .map(locationOf);
}

function mentionAt({ folders }: Checked, uri: string, position: Position): Mention | undefined {
  const file = folders.projectOf(uri)?.file(uri);
  return file === undefined
    ? undefined
    : mentionsIn(file).find(({ region }) => isWithin(position, rangeOf(region)));
}
