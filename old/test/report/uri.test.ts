import { expect, test } from 'vitest';
import { sourceUri } from '../../src/core/report/uri.ts';
import fc from '../fast-check.ts';

test.each([
  ['workflows/welcome.json', 'workflows/welcome.json'],
  ['./workflows//welcome.json', 'workflows/welcome.json'],
  ['a/./b/../c.json', 'a/c.json'],
  ['my flows/café #1?.json', 'my%20flows/caf%C3%A9%20%231%3F.json'],
  ['100%.json', '100%25.json'],
  ['a\\b.json', 'a%5Cb.json'],
  ['C:/flows/a.json', 'C%3A/flows/a.json'],
  ['javascript:alert(1)', 'javascript%3Aalert(1)'],
  ['line\nbreak\u0000.json', 'line%0Abreak%00.json'],
  ['half\ud800.json', 'half%EF%BF%BD.json'],
  ['-', 'stdin'],
  ['../x.json', '_parent/x.json'],
  ['../../x.json', '_parent/_parent/x.json'],
  ['a/../../x.json', '_parent/x.json'],
  ['/srv/flows/x.json', 'srv/flows/x.json'],
  ['//server/share/x.json', 'server/share/x.json'],
  ['https://api.example.com/automations/7?x=1', 'api.example.com/automations/7%3Fx%3D1'],
  ['%2e%2e/x.json', '%252e%252e/x.json'],
  ['/', 'source'],
  ['', 'source'],
])('%j becomes %j', (source, uri) => {
  expect(sourceUri(source)).toBe(uri);
});

test('every source is a URI below the root', () => {
  const segment = fc.oneof(
    fc.constantFrom('..', '.', '', '%2e%2e', '..\\', 'https:', 'C:'),
    fc.string({ unit: 'binary' }),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(segment), (segments) => {
      const uri = sourceUri(segments.join('/'));
      expect(new URL(uri, 'https://root.example/repo/').href).toBe(
        `https://root.example/repo/${uri}`,
      );
    }),
  );
});
