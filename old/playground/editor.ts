import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertCompletionText,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import {
  type Edit,
  type Fix,
  type Region,
  SEVERITIES,
  type Severity,
} from '../src/core/model/finding.ts';
import { h, printable } from '../src/features/html/view/dom.ts';
import { fixLabel } from '../src/features/html/view/finding.ts';
import { EDITOR_STYLE } from './editor-style.ts';
import type { Completions } from './protocol.ts';

/** A finding in the text. */
export interface TextMark {
  readonly region: Region;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string | undefined;
  readonly rule: string;
  readonly finding: number;
  readonly fixes: readonly Fix[];
}

interface EditorOptions {
  /** @param replaced the text before, if all of it was replaced, as by pasting over it. */
  onInput(replaced: string | undefined): void;
  /** Called when the reader asks for the finding at a place. */
  onFinding(finding: number): void;
  onFix(finding: number, fix: number): void;
  /** Called when the cursor stays elsewhere for a moment. */
  onCaret(line: number, column: number): void;
  complete(text: string, offset: number): Promise<Completions | undefined>;
  onFormat(): void;
}

interface Editor {
  readonly element: HTMLElement;
  text(): string;
  /** A text that was shown before keeps its undo history while it is unchanged. */
  load(text: string, name: string): void;
  mark(marks: readonly TextMark[]): void;
  /** Scrolls to a place and highlights it; with `focus`, selects it. */
  show(region: Region, focus: boolean): void;
  /** These can be undone. */
  edit(edits: readonly Edit[]): void;
  replace(text: string): void;
  focus(): void;
}

type FindingMark = Diagnostic & { readonly finding: number };

const REST = 250;
const KEYS =
  'F8 goes to the next finding, Shift+F8 to the one before, Ctrl+Enter to the finding of the line, Tab leaves the text.';

/** The text, with highlighting, and findings underlined. In a shadow root, since its styles then pass the policy of the page. */
export function createEditor(options: EditorOptions): Editor {
  const element = h('div.editor');
  const root = element.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root });
  const states = new Map<string, EditorState>();
  let shownName = '';
  const shared = extensionsFor(options);
  return {
    element,
    text: () => view.state.doc.toString(),
    load(text, name) {
      if (shownName !== '') states.set(shownName, view.state);
      shownName = name;
      const kept = states.get(name);
      const label = {
        'aria-label': printable(`Text of ${name}`),
        'aria-description': KEYS,
        tabindex: '0',
      };
      const extensions = [shared, EditorView.contentAttributes.of(label)];
      const isKept = kept !== undefined && kept.doc.toString() === text;
      view.setState(isKept ? kept : EditorState.create({ doc: text, extensions }));
      view.scrollDOM.scrollTo(0, 0);
    },
    mark(marks) {
      const found = marks.map((mark) => diagnosticOf(mark, view.state.doc, options));
      view.dispatch(setDiagnostics(view.state, found));
    },
    show(region, focus) {
      const range = rangeOf(region, view.state.doc);
      if (focus) view.focus();
      visit(view, range, focus);
    },
    edit(edits) {
      const { doc } = view.state;
      const changes = edits.map(({ region, text }) => {
        const { from, to } = rangeOf(region, doc);
        return { from, to, insert: text };
      });
      view.dispatch({ changes, userEvent: 'input.fix' });
    },
    replace(text) {
      // One change, since many small ones take quadratic time.
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      view.dispatch({ changes, userEvent: 'format' });
    },
    focus: () => view.focus(),
  };
}

function extensionsFor({ onInput, onFinding, onCaret, onFormat, ...given }: EditorOptions) {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const onUpdate = (update: ViewUpdate): void => {
    if (update.docChanged) onInput(replacedBy(update));
    if (!update.selectionSet || !update.view.hasFocus) return;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const { head } = update.view.state.selection.main;
      const line = update.view.state.doc.lineAt(head);
      onCaret(line.number, head - line.from + 1);
    }, REST);
  };
  const goToFinding = (view: EditorView, at: number): boolean => {
    const { from, to } = view.state.doc.lineAt(at);
    const mark = worstOf(
      marksIn(view.state).filter((each) => each.from >= from && each.from <= to),
    );
    if (mark !== undefined) onFinding(mark.finding);
    return mark !== undefined;
  };
  const format = (): boolean => {
    onFormat();
    return true;
  };
  return [
    lineNumbers({ domEventHandlers: { click: (view, line) => goToFinding(view, line.from) } }),
    foldGutter(),
    lintGutter(),
    history(),
    json(),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    highlightSelectionMatches(),
    highlighted,
    EDITOR_STYLE,
    autocompletion({ override: [(context) => complete(context, given.complete)] }),
    EditorView.updateListener.of(onUpdate),
    // Dropped files are for the page.
    EditorView.domEventHandlers({ drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0 }),
    keymap.of([
      { key: 'F8', run: (view) => step(view, 1), shift: (view) => step(view, -1) },
      { key: 'Mod-Enter', run: (view) => goToFinding(view, view.state.selection.main.head) },
      { key: 'Shift-Alt-f', run: format },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
  ] satisfies Extension;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Scrolls to a place and highlights it. */
function visit(view: EditorView, range: Range, select: boolean): void {
  view.dispatch({
    effects: [highlight.of(range), EditorView.scrollIntoView(range.from, { y: 'center' })],
    ...(select && { selection: { anchor: range.from, head: range.to } }),
  });
}

const highlight = StateEffect.define<Range>();
const currentLine = Decoration.line({ class: 'cm-current' });

/** The lines of the last visited finding. */
const highlighted = StateField.define({
  create: () => Decoration.none,
  update(value, { docChanged, effects, state }) {
    const effect = effects.find((each) => each.is(highlight));
    if (effect === undefined) return docChanged ? Decoration.none : value;
    const { from, to } = effect.value as Range;
    const first = state.doc.lineAt(from).number;
    const last = Math.min(state.doc.lineAt(to).number, first + 200);
    const lines = Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
    return Decoration.set(lines.map((line) => currentLine.range(line.from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

function replacedBy({ changes, startState, transactions }: ViewUpdate): string | undefined {
  if (!transactions.some((each) => each.isUserEvent('input'))) return undefined;
  const { doc } = startState;
  let isWhole = false;
  changes.iterChanges((from, to, fromNow, toNow) => {
    isWhole ||= from === 0 && to === doc.length && to > 0 && toNow > fromNow;
  });
  return isWhole ? doc.toString() : undefined;
}

/** The nearest place when the text no longer has this one. */
function rangeOf(region: Region, doc: Text): Range {
  const offset = (line: number, column: number): number => {
    if (line > doc.lines) return doc.length;
    const { from, to } = doc.line(Math.max(1, line));
    return Math.min(from + column - 1, to);
  };
  const from = offset(region.startLine, region.startColumn);
  return { from, to: Math.max(from, offset(region.endLine, region.endColumn)) };
}

function diagnosticOf(mark: TextMark, doc: Text, options: EditorOptions): FindingMark {
  const { region, severity, message, help, rule, finding, fixes } = mark;
  const open = { name: 'Show the finding', apply: () => options.onFinding(finding) };
  return {
    ...rangeOf(region, doc),
    severity,
    finding,
    message: printable(message),
    actions: [
      ...fixes.map((fix, i) => ({
        name: printable(fixLabel(fix)),
        apply: () => options.onFix(finding, i),
      })),
      open,
    ],
    renderMessage: () =>
      h(
        'div',
        h('div', message),
        help !== undefined && h('div.cm-help', `help: ${help}`),
        h('div.cm-help', rule),
      ),
  };
}

type PlacedMark = FindingMark & { readonly from: number };

function marksIn(state: EditorState): readonly PlacedMark[] {
  const found: PlacedMark[] = [];
  forEachDiagnostic(state, (diagnostic, from) =>
    found.push({ ...(diagnostic as FindingMark), from }),
  );
  return found;
}

function worstOf(marks: readonly PlacedMark[]): PlacedMark | undefined {
  return SEVERITIES.map((severity) => marks.find((mark) => mark.severity === severity)).find(
    (mark) => mark !== undefined,
  );
}

/** To the next or previous finding, with wrap-around. */
function step(view: EditorView, by: 1 | -1): boolean {
  const { from } = view.state.selection.main;
  const marks = marksIn(view.state).toSorted((a, b) => a.from - b.from);
  const next =
    by === 1
      ? (marks.find((mark) => mark.from > from) ?? marks[0])
      : (marks.findLast((mark) => mark.from < from) ?? marks.at(-1));
  if (next === undefined) return false;
  visit(view, { from: next.from, to: Math.max(next.from, next.to) }, true);
  return true;
}

async function complete(
  { state, pos, explicit }: CompletionContext,
  ask: EditorOptions['complete'],
): Promise<CompletionResult | null> {
  if (!explicit && !/["\w.-]/.test(state.sliceDoc(pos - 1, pos))) return null;
  const found = await ask(state.doc.toString(), pos);
  if (found === undefined || found.options.length === 0) return null;
  // The rest of a text that the cursor is in is replaced too, but not searched for.
  const rest = found.to - pos;
  return {
    from: found.from,
    options: found.options.map(({ text, detail }) => ({
      label: text,
      displayLabel: printable(text),
      type: 'text',
      apply: (view, _, from, to) =>
        view.dispatch({
          ...insertCompletionText(view.state, text, from, to + rest),
          userEvent: 'input.complete',
        }),
      ...(detail !== undefined && { detail: printable(detail) }),
    })),
  };
}
