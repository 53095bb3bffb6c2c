import { describe, expect, test } from 'vitest';
import { createDefinitions } from '../../src/core/model/definitions.ts';
import type { EventDefinition } from '../../src/core/model/nodes.ts';

const define = (name: string | undefined, schema: Record<string, string> | null): EventDefinition =>
  ({
    kind: 'event',
    name,
    schema: schema && new Map(Object.entries(schema)),
  }) as unknown as EventDefinition;

const schemaOf = (name: string, ...all: readonly EventDefinition[]) => {
  const definitions = createDefinitions();
  all.forEach(definitions.add);
  const schema = definitions.get(name)?.schema;
  return schema && Object.fromEntries(schema);
};

describe('definitions grouped by name', () => {
  test('are the named definitions, one per name', () => {
    const definitions = createDefinitions();
    const [first, second] = [
      define('order.paid', { sum: 'number' }),
      define('order.paid', { sum: 'number' }),
    ];
    [first, define(undefined, null), define('order.sent', null), second].forEach(definitions.add);
    expect(definitions.get('order.paid')).toEqual(first);
    expect(definitions.get('order.sent')?.schema).toBeNull();
    expect(definitions.get('order.lost')).toBeUndefined();
  });

  test('merge the properties of definitions with one name, with types that agree', () => {
    const all = [
      define('a', { x: 'string', y: 'number' }),
      define('a', { x: 'number', z: 'date' }),
      define('a', { z: 'date', y: 'number', x: 'string' }),
    ];
    expect(schemaOf('a', ...all)).toEqual({ x: undefined, y: 'number', z: 'date' });
    expect(schemaOf('a', ...all.toReversed())).toEqual({ x: undefined, y: 'number', z: 'date' });
  });

  test('have no schema when one definition of the name has none', () => {
    const all = [
      define('a', { x: 'string' }),
      define('a', { y: 'string' }),
      define('a', null),
      define('a', { z: 'string' }),
    ];
    expect(schemaOf('a', ...all)).toBeNull();
    expect(schemaOf('a', ...all.toReversed())).toBeNull();
  });

  test('do not change the definitions', () => {
    const first = define('a', { x: 'string' });
    schemaOf('a', first, define('a', { y: 'string' }));
    expect([...(first.schema ?? [])]).toEqual([['x', 'string']]);
  });
});
