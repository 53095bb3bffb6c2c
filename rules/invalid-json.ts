import { quote } from '../src/core/model/text.ts';
import type { SyntaxFault } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-json',
  severity: 'error',
  stage: 'readable',
  summary: 'Text that is not valid JSON.',
  why: 'Neither edgewise nor the service can read the file, so its emails are not checked or sent.',
  remedy: 'Correct the text at the reported position, or export the file again.',

  document({ document }, report) {
    for (const fault of document.form === 'broken' ? document.faults : []) {
      if (fault.kind !== 'syntax') continue;
      const [message, help] = describe(fault);
      report({ at: fault.at, message, help, name: '' });
    }
  },
});

/** The message and its help. */
type Said = readonly [string, string];

const LANGUAGES = { yaml: 'YAML', html: 'HTML or XML' } as const;

function describe({ reason, at }: SyntaxFault): Said {
  switch (reason.is) {
    case 'empty':
      return ['the file is empty', 'export it again, or remove it'];
    case 'cut':
      return ['unexpected end of file', 'the file is incomplete; export it again'];
    case 'merge-marker':
      return ['unresolved merge conflict marker', 'resolve the conflict, and remove its markers'];
    case 'depth':
      return [`nesting is deeper than ${reason.limit} levels`, 'export the file again'];
    case 'encoding':
      return [
        reason.encoding === 'utf-16' ? 'file is UTF-16' : `invalid UTF-8 at byte ${byteOf(at)}`,
        'save it as UTF-8',
      ];
    case 'language':
      return [
        `this looks like ${LANGUAGES[reason.language]}; edgewise reads JSON`,
        'export it again',
      ];
    default:
      return describeCharacter(reason.found, reason.expected, at);
  }
}

/** The offset of the first wrong byte: the text before it is valid. */
const byteOf = ({ document, offset }: SyntaxFault['at']): number =>
  new TextEncoder().encode(document.input.text?.slice(0, offset)).length;

/** @param code of jsonc-parser. */
function describeCharacter(found: string, code: string, at: SyntaxFault['at']): Said {
  const { text = '' } = at.document.input;
  const shown = quote(found.replace(/^"|"$/g, ''));
  if (code === 'InvalidCommentToken')
    return ['comments are not allowed in JSON', 'remove the comment'];
  if (/^[“”'‘’`]/.test(found))
    return [`found ${found[0]} instead of a straight double quote`, 'write " in place of it'];
  if (code === 'UnexpectedEndOfString')
    return ['string has no closing quote', 'close it, and write a line break in it as \\n'];
  if (/^[\]}]/.test(found) && /,\s*$/.test(text.slice(0, at.offset)))
    return ['trailing comma', 'remove the comma'];
  if (/^[\w$]/.test(found) && /^\s*:/.test(text.slice(at.offset + found.length)))
    return ['key name has no quotes', `write ${shown} in double quotes`];
  if (code === 'CommaExpected' || (/^\w/.test(found) && text[at.offset - 1] === '"'))
    return [`expected a comma, found ${shown}`, 'add it, or write a quote in a string as \\"'];
  const hex = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[^\x20-\x7e]/.test(found)
    ? [`unexpected character U+${hex}`, 'remove it, or replace it by a normal space']
    : [`unexpected ${shown}`, 'remove it, or write a JSON value in its place'];
}
