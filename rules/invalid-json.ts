import { quote } from '../src/core/model/text.ts';
import type { SyntaxFault } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-json',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary: 'Text that is not valid JSON.',
  why: 'Neither edgewise nor the service can read the file, so none of its emails can be checked or sent.',
  remedy: 'Correct the text at the reported position, or export the file again.',

  document({ document }, report) {
    if (document.form !== 'broken') return;
    for (const fault of document.faults)
      if (fault.kind === 'syntax') {
        const [message, help] = describe(fault);
        report({ at: fault.at, message, help, name: '' });
      }
  },
});

const LANGUAGES = { yaml: 'YAML', html: 'HTML or XML', javascript: 'JavaScript' } as const;

/** The message and its help. */
function describe({ reason, at }: SyntaxFault): readonly [string, string?] {
  switch (reason.is) {
    case 'empty':
      return ['the file is empty', 'export it again, or remove it'];
    case 'cut':
      return ['unexpected end of file', 'the file is incomplete; export it again'];
    case 'merge-marker':
      return [
        'unresolved merge conflict marker',
        'resolve the conflict, and remove the lines "<<<<<<<", "=======" and ">>>>>>>"',
      ];
    case 'depth':
      return [`nesting is deeper than ${reason.limit} levels`, 'export the file again'];
    case 'encoding':
      return reason.encoding === 'utf-16'
        ? ['file is UTF-16, not UTF-8', 'save the file as UTF-8']
        : [
            `invalid UTF-8${reason.byte === undefined ? '' : ` at byte ${reason.byte}`}`,
            'save the file as UTF-8',
          ];
    case 'language':
      return [
        `this looks like ${LANGUAGES[reason.language]}; edgewise reads JSON`,
        reason.language === 'html'
          ? 'export the file again; this may be an error page'
          : 'convert the file to JSON',
      ];
    default:
      return describeCharacter(reason.found, reason.expected, at);
  }
}

const LITERALS: ReadonlyMap<string, string> = new Map([
  ...['None', 'nil', 'NULL', 'undefined', 'NaN'].map((word) => [word, 'null'] as const),
  ['True', 'true'],
  ['False', 'false'],
]);

/** @param expected the error code of jsonc-parser. */
function describeCharacter(
  found: string,
  expected: string,
  { document, offset }: SyntaxFault['at'],
): readonly [string, string?] {
  const text = document.input.text ?? '';
  const before = text.slice(Math.max(0, offset - 200), offset).trimEnd();
  const after = text.slice(offset + found.length, offset + found.length + 200).trimStart();
  if (expected === 'InvalidCommentToken')
    return ['comments are not allowed in JSON', 'remove the comment'];
  if (/^["“”'‘’`]/.test(found) && !found.startsWith('"'))
    return [
      `found ${found[0]} instead of a straight double quote`,
      'use " around keys and strings',
    ];
  if (found.startsWith('"') && expected !== 'CommaExpected')
    return [
      'string has no closing quote',
      'close it on the same line, and write a line break as \\n',
    ];
  if (/^[\]}]/.test(found) && before.endsWith(',')) return ['trailing comma', 'remove the comma'];
  if (expected === 'EndOfFileExpected')
    return /^[\]}]/.test(found)
      ? [`unmatched ${quote(found)}`, 'remove it, or add the missing opening bracket']
      : [
          `unexpected ${quote(found)} after the end of the JSON value`,
          'use one file per document, an array, or a .ndjson file with one document per line',
        ];
  const literal = LITERALS.get(found);
  if (literal !== undefined) return [`invalid value ${found}`, `write ${literal}`];
  if (/^[\w$]/.test(found) && after.startsWith(':'))
    return ['key name has no quotes', `write ${quote(found)} in double quotes`];
  const isInString = /^\w/.test(found) && before.endsWith('"');
  if (expected === 'CommaExpected' || isInString)
    return [
      `expected a comma, found ${quote(found.replace(/^"|"$/g, ''))}`,
      isInString ? 'write a double quote in a string as \\"' : 'add the comma',
    ];
  const code = found.codePointAt(0) ?? 0;
  return /^[^\x20-\x7e]/.test(found)
    ? [
        `unexpected character U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
        'remove it, or replace it by a normal space',
      ]
    : [`unexpected ${quote(found)}`];
}
