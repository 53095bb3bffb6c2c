import { expect, test } from 'vitest';
import { RESOURCE_TYPES } from '../../src/core/resources/registry.ts';
import templates, { templateTags } from '../../src/core/resources/templates.ts';
import fc from '../fast-check.ts';

const tags = (text: string): readonly string[] =>
  templateTags(text).map(({ name, isRendered }) => `${name}${isRendered ? '' : ' as text'}`);

test('variables are found in two or three braces, with or without a fallback', () => {
  expect(tags('{{{NAME}}} {{PLAN}} {{{ TOTAL | 0 }}} {{{contact.first_name|friend}}}')).toEqual([
    'NAME',
    'PLAN as text',
    'TOTAL',
    'contact.first_name',
  ]);
  expect(tags('{{#each items}}{{/each}} {{}} {{{ }}} { {X} } {{two words}} {{{OPEN')).toEqual([]);
});

test('only the variables of a template body are kept', () => {
  const kept = templates.keep({ id: 't', html: '<p>Secret {{{NAME}}} {{{NAME}}} {{PLAN}}</p>' });
  expect(kept).toEqual({ id: 't', html: '{{{NAME}}} {{PLAN}}' });
});

test('the stored form is plain data, and storing it again does not change it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RESOURCE_TYPES),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (type, value) => {
        const fields = Object.fromEntries(
          Object.keys(type.fields).map((name, i) => [name, Object.values(value)[i]]),
        );
        const kept = type.keep({ ...value, ...fields } as never);
        expect(type.keep(kept as never)).toEqual(kept);
        expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
      },
    ),
  );
});
