/** The text field: JSON in colours, with findings underlined and their fixes. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Region } from '../../../core/model/finding.ts';
import type { ShownEdit, ShownFinding } from '../protocol.ts';
import { EDITOR_STYLE } from './editor-style.ts';

interface EditorOptions {
  onInput(): void;
  onFix(finding: number, fix: number): void;
}

/** A finding and its number. */
type Numbered = readonly [number, ShownFinding];

export interface Editor {
  text(): string;
  /** Another text. Its history is kept as long as it is the same one. */
  open(name: string, text: string): void;
  mark(findings: readonly Numbered[]): void;
  show(region: Region): void;
  edit(edits: readonly ShownEdit[]): void;
}

export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  // In a shadow root the styles of CodeMirror are no elements, so the policy allows them.
  const root = parent.attachShadow({ mode: 'open' });
  const view = new EditorView({ root, parent: root });
  const states = new Map<string, EditorState>();
  const shared = extensions(options);
  let shown: string | undefined;
  return {
    text: () => view.state.doc.toString(),
    open(name, text) {
      if (shown !== undefined) states.set(shown, view.state);
      shown = name;
      const kept = states.get(name);
      const attributes = { 'aria-label': `Text of ${name}`, tabindex: '0' };
      const label = EditorView.contentAttributes.of(attributes);
      const isKept = kept?.doc.toString() === text;
      view.setState(isKept ? kept : EditorState.create({ doc: text, extensions: [shared, label] }));
    },
    mark(findings) {
      const { doc } = view.state;
      const found = findings.map((each) => diagnosticOf(each, doc, options));
      view.dispatch(setDiagnostics(view.state, found));
    },
    show(region) {
      const { from: anchor, to: head } = rangeOf(region, view.state.doc);
      view.dispatch({
        selection: { anchor, head },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.focus();
    },
    edit(edits) {
      const { doc } = view.state;
      const changes = edits.map(({ region, text }) => ({ ...rangeOf(region, doc), insert: text }));
      view.dispatch({ changes, userEvent: 'input.fix' });
    },
  };
}

const extensions = ({ onInput }: EditorOptions) => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  json(),
  bracketMatching(),
  EDITOR_STYLE,
  EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) onInput();
  }),
  // Dropped files are for the page.
  EditorView.domEventHandlers({ drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0 }),
  keymap.of([...lintKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
];

function diagnosticOf([number, finding]: Numbered, doc: Text, options: EditorOptions): Diagnostic {
  const { region, severity, message, help, rule, fixes } = finding;
  return {
    ...(region === undefined ? { from: 0, to: 0 } : rangeOf(region, doc)),
    ...{ severity, source: rule },
    message: help === '' ? message : `${message}\nhelp: ${help}`,
    actions: fixes.map(({ label }, fix) => ({
      name: label,
      apply: () => options.onFix(number, fix),
    })),
  };
}

/** The nearest place where the text no longer has this one. */
function rangeOf(region: Region, doc: Text): { readonly from: number; readonly to: number } {
  const offset = (line: number, column: number): number => {
    if (line > doc.lines) return doc.length;
    const { from, to } = doc.line(line);
    return Math.min(from + column - 1, to);
  };
  const from = offset(region.startLine, region.startColumn);
  return { from, to: Math.max(from, offset(region.endLine, region.endColumn)) };
}
