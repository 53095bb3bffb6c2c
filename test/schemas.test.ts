import { expect, test } from 'vitest';
import { causes, mandatory } from '../rules/causes.ts';
import { rules } from '../rules/index.ts';
import { configSchema } from '../src/core/config/schema.ts';

test('schemas/config.schema.json is generated from the rules', async () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:edgewise:schemas:config',
    title: 'Configuration of edgewise',
    ...configSchema(rules, mandatory),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../schemas/config.schema.json',
  );
});

test('the table of causes names rules', () => {
  const ids = new Set(rules.map(({ id }) => id));
  const named = [...causes].flatMap(([id, own]) => [id, ...own]);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});
