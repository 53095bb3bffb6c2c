import { describe, expect, test } from 'vitest';
import {
  findPlaceholder,
  maybePlaceholder,
  type PlaceholderUse,
} from '../../src/core/model/placeholder.ts';

describe('a placeholder', () => {
  test.each<[string, PlaceholderUse, string]>([
    ['<TEMPLATE_ID>', 'id', '<TEMPLATE_ID>'],
    [' <published template id> ', 'id', '<published template id>'],
    ['your-template-id', 'id', 'your-template-id'],
    ['YOUR_SEGMENT_ID', 'id', 'YOUR_SEGMENT_ID'],
    ['your-template', 'id', 'your-template'],
    ['template-id', 'id', 'template-id'],
    ['tpl_replace_with_welcome_template_id', 'id', 'tpl_replace_with_welcome_template_id'],
    ['replace-me', 'id', 'replace-me'],
    ['tpl_xxxxxxxxx', 'id', 'tpl_xxxxxxxxx'],
    ['xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx', 'id', 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'],
    ['TODO-welcome', 'id', 'TODO'],
    ['CHANGEME', 'id', 'CHANGEME'],
    ['TODO', 'text', 'TODO'],
    ['[TODO] a better subject', 'text', 'TODO'],
    ['FIXME: tone', 'text', 'FIXME'],
    ['Lorem ipsum dolor sit amet', 'text', 'Lorem ipsum'],
    ['Hello <FIRST_NAME>', 'text', '<FIRST_NAME>'],
    ['Hello <NAME>', 'text', '<NAME>'],
    ['Hello <your name>', 'text', '<your name>'],
    ['Your key is YOUR_KEY_HERE.', 'text', 'YOUR_KEY_HERE'],
    ['YOUR_COMPANY sends this', 'text', 'YOUR_COMPANY'],
    ['Acme <SENDER_ADDRESS>', 'text', '<SENDER_ADDRESS>'],
    ['Acme <hello@example.com>', 'text', 'example.com'],
    ['hello@mail.Example.ORG', 'text', 'mail.Example.ORG'],
    ['hello@your-domain.com', 'text', 'your-domain.com'],
    ['hello@yourcompany.io', 'text', 'yourcompany.io'],
    ['Write to hello@example.com.', 'text', 'example.com'],
    ['https://shop.example.com/start', 'text', 'shop.example.com'],
    ['TODO a better subject', 'text', 'TODO'],
  ])('in %j as %s is %j', (value, use, found) => {
    expect(findPlaceholder(value, use)).toBe(found);
    expect(maybePlaceholder(value, use)).toBe(true);
  });

  test.each<[string, PlaceholderUse]>([
    ['todo-reminder-template', 'id'],
    ['your-weekly-digest', 'id'],
    ['reminder-template-id', 'id'],
    ['how-to-replace-with-care', 'id'],
    ['34a080c9-b17d-4187-ad80-5af20266e535', 'id'],
    ['tpl_welcome', 'id'],
    ['xxl-sale', 'id'],
    ['example', 'id'],
    ['Your todo list', 'text'],
    ['MASTODON news', 'text'],
    ['MÉTODO', 'text'],
    ['I <3 you, <b>really</b>', 'text'],
    ['Replace with care', 'text'],
    ['Not an address: example.com', 'text'],
    ['TODO lo que necesitas', 'text'],
    ['SOBRE TODO HOY', 'text'],
    ['Ask your name-giver', 'text'],
    ['https://acme.com/?segment_id=5', 'text'],
    ['https://acme.com/replace-me/verify-your-id', 'text'],
    ['Acme <hello@example.company>', 'text'],
    ['Acme <hello@example.com.br>', 'text'],
    ['Acme <hello@counterexample.com>', 'text'],
    ['Example.com <hello@acme.com>', 'text'],
    ['', 'id'],
  ])('is not found in %j as %s', (value, use) => {
    expect(findPlaceholder(value, use)).toBeUndefined();
  });

  test('is searched in few texts', () => {
    expect(maybePlaceholder('Welcome to Acme, <b>Ada</b>', 'text')).toBe(false);
    expect(maybePlaceholder('tpl_welcome', 'id')).toBe(false);
  });

  test('is searched in linear time', () => {
    for (const part of [
      'your-',
      'your_a',
      'tpl_x',
      '<A',
      '<your-',
      'x-',
      '@a.',
      'a.',
      '://a-',
      'TODO ',
      '@example.',
      'lorem  ',
      'YOUR_',
      'tpl_replace_with_',
      'TOD',
      'replace-with-',
      '-',
      'x',
      'A_',
    ]) {
      for (const use of ['id', 'text'] as const) {
        findPlaceholder(`${part.repeat(1_000_000 / part.length)} `, use);
        findPlaceholder(`${part.repeat(1_000_000 / part.length)}!`, use);
      }
    }
  });
});
