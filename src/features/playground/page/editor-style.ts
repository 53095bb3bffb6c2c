/** The editor in the colours of the page, light and dark. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const underline = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy 1.5px var(--${colour})`,
  textUnderlineOffset: '3px',
});

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--raised)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.875rem' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--dim)',
    backgroundColor: 'var(--panel)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lintRange-error': underline('error'),
  '.cm-lintRange-warning': underline('warning'),
  '.cm-lintRange-info': underline('info'),
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-back)' },
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
  '.cm-tooltip-lint': { maxWidth: 'min(32rem, 90vw)' },
  '.cm-diagnostic': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '.cm-diagnosticAction': {
    color: 'var(--text)',
    backgroundColor: 'var(--panel)',
    backgroundImage: 'none',
    border: '1px solid var(--strong-line)',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--clean)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
]);

export const EDITOR_STYLE = [theme, syntaxHighlighting(colours)];
