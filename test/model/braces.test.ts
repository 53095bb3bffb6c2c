import { describe, expect, test } from 'vitest';
import { findUnevenBraces } from '../../src/core/model/braces.ts';
import fc from '../fast-check.ts';

describe('braces', () => {
  test.each([
    '',
    'Welcome!',
    'Hi {{{FIRST_NAME|there}}}',
    '{{a}} and {{b}}',
    'a {single} brace, or one alone }',
    '{"a":{"b":1}}',
    '{"a":{"b":{{{x}}}}}',
    '{"a":"{{{x}}}"}',
    '{{ a } b }}',
    '{{ a { b }}',
    '{{{{raw}}}}',
    '{ } }',
  ])('of %j are balanced', (text) => {
    expect(findUnevenBraces(text)).toBeUndefined();
  });

  test.each([
    ['Hi {{{FIRST_NAME', 'unclosed "{{{"', '{{{FIRST_NAME'],
    ['Hi {{name}', 'unclosed "{{"', '{{name}'],
    ['Hi name}}, welcome', '"}}" without "{{"', 'Hi name}}'],
    ['Hi {name}}', '"}}" without "{{"', 'Hi {name}}'],
    ['Hi {{{name}}', 'mismatched "{{{" and "}}"', '{{{name}}'],
    ['Hi {{name}}}', 'mismatched "{{" and "}}}"', '{{name}}}'],
    ['{{a {{b}}', 'nested variable', '{{a {{b}}'],
    ['}}{{', '"}}" without "{{"', '}}'],
    ['{{{{{{ a', 'unclosed "{{{{…"', '{{{{{{ a'],
    [`{{${'a'.repeat(40)}`, 'unclosed "{{"', `{{${'a'.repeat(28)}…`],
    [`${'a'.repeat(40)}}}`, '"}}" without "{{"', `…${'a'.repeat(28)}}}`],
  ])('%j %s', (text, reason, excerpt) => {
    expect(findUnevenBraces(text)).toMatchObject({ reason, excerpt });
  });

  test('braces of adjacent variables are balanced, and unbalanced when one end is missing', () => {
    const variable = fc.constantFrom('{{{A}}}', '{{b}}', '{{{ event.c | d }}}');
    fc.assert(
      fc.property(fc.array(variable, { minLength: 1 }), fc.nat(), (variables, at) => {
        expect(findUnevenBraces(variables.join(' '))).toBeUndefined();
        const index = at % variables.length;
        const cut = variables.map((text, position) =>
          position === index ? text.replace(/[{}]{2,3}$/, '') : text,
        );
        expect(findUnevenBraces(cut.join(' '))).toBeDefined();
      }),
    );
  });
});

test('braces are compared in a megabyte', () => {
  for (const part of ['{', '}', '{{', '{{}}', '}}{{', '🚀'])
    findUnevenBraces(part.repeat(1_000_000 / part.length));
});
