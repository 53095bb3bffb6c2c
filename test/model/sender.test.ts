import { describe, expect, test } from 'vitest';
import { matchesDomain, parseSender } from '../../src/core/model/sender.ts';

describe('a sender', () => {
  test.each([
    ['hello@acme.com', '', 'acme.com'],
    ['<hello@acme.com>', '', 'acme.com'],
    ['"" <hello@acme.com>', '', 'acme.com'],
    ['Acme <hello@acme.com>', 'Acme', 'acme.com'],
    [' Acme  < hello@Mail.Acme.COM > ', 'Acme', 'mail.acme.com'],
    ['Acme, Inc. <hello@acme.com>', 'Acme, Inc.', 'acme.com'],
    ['"Acme, \\"The\\" Inc. <3" <hello@acme.com>', '"Acme, \\"The\\" Inc. <3"', 'acme.com'],
    ['hello@acme.com <hello@acme.com>', 'hello@acme.com', 'acme.com'],
    ['Žofie z Ústí 🚀 <žofie@příklad.cz>', 'Žofie z Ústí 🚀', 'příklad.cz'],
    ['株式会社 <info@例え。テスト>', '株式会社', '例え。テスト'],
    ['=?UTF-8?Q?Acm=C3=A9?= <hello@acme.com>', '=?UTF-8?Q?Acm=C3=A9?=', 'acme.com'],
    ["O'Neil+news_2.0!@xn--pklad-zsa96e.cz", '', 'xn--pklad-zsa96e.cz'],
    ['"first last"@acme.com', '', 'acme.com'],
    ['"Team" at Acme <hello@acme.com>', '"Team" at Acme', 'acme.com'],
  ])('%j', (text, name, domain) => {
    expect(parseSender(text)).toMatchObject({ kind: 'sender', name, domain });
  });

  test.each(['{{{SENDER}}}', 'Acme <{{{team}}}@acme.com>', 'Acme <{{'])(
    '%j cannot be checked before sending',
    (text) => {
      expect(parseSender(text)).toEqual({ kind: 'open' });
    },
  );

  test.each([
    ['', 'is blank'],
    [' \n', 'is blank'],
    ['Acme\nBcc: all <hello@acme.com>', 'contains a line break or another control character'],
    ['"Acme <hello@acme.com>', 'has an unclosed quoted name'],
    ['"Acme\\', 'has an unclosed quoted name'],
    ['Acme <hello@acme.com', 'has a "<" without a ">"'],
    ['"Acme"', 'has no email address'],
    ['"Acme" hello@acme.com', 'has an address without angle brackets'],
    ['Acme hello@acme.com>', 'has a ">" without a "<"'],
    ['Acme <hello@acme.com>, Bob <bob@acme.com>', 'has more than one sender'],
    ['Acme <hello@acme.com> (news)', 'has text after the address'],
    ['Acme', 'has no email address'],
    ['a@acme.com, b@acme.com', 'has more than one address'],
    ['Acme hello@acme.com', 'has an address without angle brackets'],
    ['hello@acme.com Acme', 'has an address without angle brackets'],
    ['Acme hello@acme', 'has an address that contains white space'],
    ['"Acme" hello@acme.com', 'has an address without angle brackets'],
    ['Acme <>', 'has nothing between "<" and ">"'],
    ['Acme <hello.acme.com>', 'has no "@" in the address'],
    ['Acme <@acme.com>', 'has an address that has nothing before the "@"'],
    [
      `${'a'.repeat(65)}@acme.com`,
      'has an address that has more than 64 characters before the "@"',
    ],
    ['Acme <he llo@acme.com>', 'has an address that contains white space'],
    ['he@llo@acme.com', 'has an address that has two "@"'],
    ['mailto:hello@acme.com', 'has an address that contains ":" before the "@"'],
    ['he"llo@acme.com', 'has an address that contains a quotation mark before the "@"'],
    ['.hello@acme.com', 'has an address that has a misplaced dot before the "@"'],
    ['hello.@acme.com', 'has an address that has a misplaced dot before the "@"'],
    ['hel..lo@acme.com', 'has an address that has a misplaced dot before the "@"'],
    ['hello@', 'has an address whose domain is missing'],
    [`hello@${'a.'.repeat(130)}com`, 'has an address whose domain is longer than 253 characters'],
    ['Acme <hello@ac me.com>', 'has an address whose domain contains white space'],
    ['hello@ac_me.com', 'has an address whose domain contains "_"'],
    ['hello@acme,com', 'has an address whose domain contains ","'],
    ['hello@[127.0.0.1]', 'has an address whose domain contains "["'],
    ['hello@acme', 'has an address whose domain has no dot'],
    ['hello@acme..com', 'has an address whose domain has a misplaced dot'],
    ['hello@.acme.com', 'has an address whose domain has a misplaced dot'],
    ['hello@acme.com.', 'has an address whose domain has a misplaced dot'],
    [
      `hello@${'a'.repeat(64)}.com`,
      'has an address whose domain has a part of more than 63 characters',
    ],
    ['hello@-acme.com', 'has an address whose domain has a part that starts or ends with a hyphen'],
    ['hello@127.0.0.1', 'has an address whose domain ends in a number'],
  ])('%j %s', (text, reason) => {
    expect(parseSender(text)).toMatchObject({ kind: 'invalid', reason });
  });

  test('without brackets around the address is corrected', () => {
    expect(parseSender('Acme Team hello@acme.com')).toMatchObject({
      help: 'write "Acme Team <hello@acme.com>"',
    });
  });

  test('of a megabyte is read in linear time', () => {
    for (const part of ['<', '>', '"', '\\', '@', 'a@', 'a.', ' ', '"@', '<a@', ', ']) {
      parseSender(`${part.repeat(1_000_000 / part.length)}x`);
      parseSender(`"${part.repeat(1_000_000 / part.length)}@a.b`);
    }
  });
});

describe('a domain', () => {
  test.each([
    ['acme.com', 'acme.com', true],
    ['acme.com', 'ACME.com', true],
    ['mail.acme.com', 'acme.com', false],
    ['mail.acme.com', '*.acme.com', true],
    ['eu.mail.acme.com', '*.acme.com', true],
    ['acme.com', '*.acme.com', false],
    ['badacme.com', '*.acme.com', false],
    ['příklad.cz', 'xn--pklad-zsa96e.cz', true],
    ['xn--pklad-zsa96e.cz', 'Příklad.cz', true],
    ['mail.příklad.cz', '*.příklad.cz', true],
    ['příklad.cz', 'příklad.sk', false],
    ['příklad.cz', '', false],
  ])('%j against %j: %j', (domain, pattern, matches) => {
    expect(matchesDomain(domain, pattern)).toBe(matches);
  });
});
