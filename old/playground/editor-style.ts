import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const underline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy 1.5px var(--${colour})`,
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
});

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--raised)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--dim)',
    backgroundColor: 'var(--panel)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-current': { backgroundColor: 'var(--accent-back)' },
  '.cm-lintRange-error': underline('error'),
  '.cm-lintRange-warning': underline('warning'),
  '.cm-lintRange-info': underline('info'),
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-back)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-back)' },
  '.cm-foldPlaceholder': {
    color: 'var(--dim)',
    backgroundColor: 'var(--panel)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--strong-line)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--back)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-tooltip-lint': { maxWidth: '32rem', padding: '0.25rem 0' },
  '.cm-diagnostic': { overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--info)' },
  '.cm-diagnosticAction, .cm-button': {
    color: 'var(--text)',
    backgroundColor: 'var(--panel)',
    backgroundImage: 'none',
    border: '1px solid var(--strong-line)',
  },
  '.cm-textfield': {
    color: 'var(--text)',
    backgroundColor: 'var(--back)',
    borderColor: 'var(--strong-line)',
  },
  '.cm-help, .cm-completionDetail': { color: 'var(--dim)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--clean)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
]);

/** In the colours of the page, which are those of its light or dark scheme. */
export const EDITOR_STYLE = [theme, syntaxHighlighting(colours)];
