import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { decodeText } from '../../src/document/bytes.ts';
import { brokenDocument } from '../../src/document/decode.ts';
import { parseDocument } from '../../src/document/parse.ts';
import type { SourceDocument } from '../../src/document/split.ts';
import type { ReadText } from '../../src/lint/drafts.ts';
import { finishRun } from '../../src/lint/finish.ts';
import { createLinter } from '../../src/lint/linter.ts';
import { activate } from '../../src/lint/settings.ts';
import { divideLarge, type LargeSource, readItemsOf } from '../../src/load/large.ts';
import { documentsIn, readLarge } from '../../src/load/read.ts';
import type { Finding, Result } from '../../src/model/finding.ts';
import fc from '../fast-check.ts';
import { exportText } from './exports.ts';

const RULES = activate(rules, { preset: 'strict' });

interface Reading {
  /** Bytes of a portion, and of a chunk as it comes from the disk. */
  readonly portion?: number;
  readonly chunk?: number;
  /** It can only be read from its beginning on. */
  readonly isPacked?: boolean;
  readonly isTooLarge?: boolean;
}

function sourceOf(bytes: Buffer, { chunk = 1 << 20, isPacked = false, isTooLarge = false }: Reading): LargeSource {
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };
  const whole = () => {
    if (isTooLarge) throw Object.assign(new Error(), { code: 'ERR_BUFFER_TOO_LARGE' });
    return bytes;
  };
  return isPacked ? { chunks, whole } : { chunks, whole, size: bytes.length, range: (start, end) => bytes.subarray(start, end) };
}

function lintAll(documents: Iterable<SourceDocument>, bytes: Buffer): Result {
  const linter = createLinter(RULES);
  for (const { ref, text, fault, document } of documents) {
    linter.add(document ?? (fault === undefined ? parseDocument(text, ref) : brokenDocument(ref, fault)), () => text);
  }
  return linter.finish(rereading(bytes), 0);
}

const rereading =
  (bytes: Buffer): ReadText =>
  ({ start, end, part }) => {
    if (part === undefined) return decodeText(bytes.subarray(start, end), isUtf8, start).text;
    return 'text' in part ? part.text : decodeText(bytes.subarray(...part.bytes), isUtf8, start).text;
  };

async function inParts(bytes: Buffer, how: Reading = {}): Promise<{ result: Result; parts: number }> {
  const documents: SourceDocument[] = [];
  const limits = { portion: how.portion ?? 1, item: 1 << 20, around: 1 << 20 };
  for await (const some of readLarge(sourceOf(bytes, how), 'x.json', undefined, limits)) documents.push(...some);
  return { result: lintAll(documents, bytes), parts: documents.filter(({ ref }) => ref.part !== undefined).length };
}

const asWhole = (bytes: Buffer): Result => lintAll(documentsIn(bytes, 'x.json'), bytes);

/** What reports say. The excerpt of something around the items leaves these out. */
function said({ findings, ...rest }: Result): unknown {
  return { ...rest, findings: findings.map((finding) => JSON.parse(JSON.stringify(finding, (key, value) => (key === 'excerpt' ? undefined : value)))) };
}

const reading = fc.record({ portion: fc.constantFrom(1, 2, 50, 400), chunk: fc.constantFrom(1, 3, 64, 1 << 20), isPacked: fc.boolean() });

describe('a document read in parts gives the report it gives as a whole', { timeout: 120_000 }, () => {
  test('whatever it holds, and however it is laid out and divided', async () => {
    let divided = 0;
    await fc.assert(
      fc.asyncProperty(exportText, reading, fc.boolean(), async (text, how, hasBom) => {
        const bytes = Buffer.from(hasBom ? `\ufeff${text}` : text);
        const { result, parts } = await inParts(bytes, how);
        if (parts > 2) divided++;
        expect(said(result)).toEqual(said(asWhole(bytes)));
      }),
      { numRuns: 150 },
    );
    expect(divided).toBeGreaterThan(20);
  });

  test('and whoever reads which of its parts, and when', async () => {
    let shared = 0;
    await fc.assert(
      fc.asyncProperty(exportText, fc.constantFrom(1, 50), fc.infiniteStream(fc.nat(2)), fc.boolean(), async (text, portion, readers, hasBom) => {
        const bytes = Buffer.from(hasBom ? `\ufeff${text}` : text);
        const source = sourceOf(bytes, {});
        const divided = await divideLarge(source, 'x.json', undefined, { portion, item: 1 << 20, around: 1 << 20 });
        if (divided === undefined) return;
        const { around, portions, arrays } = divided;
        const linters = [0, 1, 2].map(() => createLinter(RULES, undefined, []));
        const range = (start: number, end: number): Buffer => bytes.subarray(start, end);
        for (const each of [around, ...portions.map((some) => readItemsOf(structuredClone(some), range, 'x.json', arrays))].reverse())
          linters[readers.next().value]?.add(each.document, () => each.text);
        if (portions.length > 1) shared++;
        const parts = linters.map((linter) => linter.part());
        const { result } = await inParts(bytes, { portion });
        expect(finishRun(parts, { rules: RULES, readText: rereading(bytes), skipped: 0 })).toEqual(result);
      }),
      { numRuns: 150 },
    );
    expect(shared).toBeGreaterThan(20);
  });

  test('and when a byte is lost, added or another', async () => {
    await fc.assert(
      fc.asyncProperty(
        exportText,
        reading,
        fc.nat(),
        fc.constantFrom('', ',', '"', ']', '}', '[', '\\', '\n', '\0', 'x', '\u00e9', ']\n[1]'),
        fc.nat(2),
        async (text, how, at, inserted, lost) => {
          const good = Buffer.from(text);
          const place = at % (good.length + 1);
          const bytes = Buffer.concat([good.subarray(0, place), Buffer.from(inserted, 'latin1'), good.subarray(place + lost)]);
          const { result } = await inParts(bytes, how);
          expect(said(result)).toEqual(said(asWhole(bytes)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('what is no JSON, and too large to be held, is explained from what is around the fault', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(exportText, reading, fc.nat(), fc.constantFrom('', ',', '"', ']', '}', 'x', '\u00ff'), async (text, { portion }, at, inserted) => {
        const good = Buffer.from(text);
        const place = at % (good.length + 1);
        const bytes = Buffer.concat([good.subarray(0, place), Buffer.from(inserted, 'latin1'), good.subarray(place + 1)]);
        const { result } = await inParts(bytes, { portion, isTooLarge: true }).catch(() => ({ result: undefined }));
        const [expected] = asWhole(bytes).findings;
        if (result === undefined || expected?.rule !== 'invalid-json') return;
        compared++;
        const [{ message, location }] = result.findings as [Finding];
        expect([message, location.region]).toEqual([expected.message, expected.location.region]);
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(60);
  });
});
