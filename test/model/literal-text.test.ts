import { expect, test } from 'vitest';
import { findLiterals } from '../../src/core/model/literal-text.ts';

const DOLLAR = '$';

test.each<[string, readonly [written: string, name: string | undefined][]]>([
  ['{{{event.plan}}} and {{{NAME|you}}}', []],
  [
    '{{plan}} {{ event.plan }}',
    [
      ['{{plan}}', 'plan'],
      ['{{ event.plan }}', 'event.plan'],
    ],
  ],
  ['{{ plan | default: "free" }}', [['{{ plan | default: "free" }}', 'plan']]],
  [
    '{{#if plan}}a{{else}}b{{/if}}',
    [
      ['{{#if plan}}', undefined],
      ['{{else}}', undefined],
      ['{{/if}}', undefined],
    ],
  ],
  [
    `{plan} ${DOLLAR}{plan}`,
    [
      ['{plan}', 'plan'],
      [`${DOLLAR}{plan}`, 'plan'],
    ],
  ],
  [
    '%FIRST_NAME% %first_name%',
    [
      ['%FIRST_NAME%', 'FIRST_NAME'],
      ['%first_name%', 'first_name'],
    ],
  ],
  ['10% off, 20% more; %20a%C3%A9 %ab% 5%_of_5%', []],
  [
    '<%= plan %> <% if a %>',
    [
      ['<%= plan %>', 'plan'],
      ['<% if a %>', 'if'],
    ],
  ],
  ['*|FNAME|*', [['*|FNAME|*', 'FNAME']]],
  ['p{color:red} {1, 2} { a b } {"a":1}', []],
  [
    '{{{CITY}} {{ZIP}}}',
    [
      ['{{CITY}}', 'CITY'],
      ['{{ZIP}}', 'ZIP'],
    ],
  ],
])('%s', (text, expected) => {
  expect(findLiterals(text).map(({ written, name }) => [written, name])).toEqual(expected);
});
