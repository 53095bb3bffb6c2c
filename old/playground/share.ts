import type { PresetName } from '../src/core/lint/settings.ts';
import { SEVERITIES } from '../src/core/model/finding.ts';
import { isObject } from '../src/core/model/json.ts';
import type { RuleSettings, Shared } from './protocol.ts';
import { MAX_BYTES, readBounded } from './read.ts';

/** Longer addresses are cut by chats and mail programs. */
export const MAX_LINK = 32_000;

const MARK = '#share=1.';
const PRESETS: readonly string[] = ['correctness', 'recommended', 'strict'] satisfies PresetName[];

/** The part of a URL after `#` with the compressed texts. Browsers do not send it to servers. */
export async function packLink({ files, settings }: Shared): Promise<string> {
  const { preset, rules } = settings;
  const head = rules.length === 0 ? preset : [preset, ...rules];
  const text = JSON.stringify([head, ...files.map(({ name, text }) => [name, text])]);
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return MARK + encode(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/** The content of such a part; `undefined` for another fragment. Throws an Error with a message when it cannot be read. */
export async function unpackLink(hash: string): Promise<Shared | undefined> {
  if (!hash.startsWith('#share=')) return undefined;
  let value: unknown;
  try {
    if (!hash.startsWith(MARK)) throw new Error('made by another version');
    const unpacked = new Blob([decode(hash.slice(MARK.length))])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    value = JSON.parse(new TextDecoder().decode(await readBounded(unpacked, MAX_BYTES)));
  } catch {
    throw new Error(
      'This link cannot be read: it was cut off on its way, or made by another version.',
    );
  }
  const [head, ...files] = Array.isArray(value) ? value : [];
  const [preset, ...rules] = Array.isArray(head) ? head : [head];
  if (!PRESETS.includes(preset) || !rules.every(isSetting) || !files.every(isFile))
    throw new Error('This link contains no texts to check.');
  return { settings: { preset, rules }, files: files.map(([name, text]) => ({ name, text })) };
}

const SETTINGS: readonly unknown[] = [...SEVERITIES, 'off'];

function isSetting(value: unknown): value is RuleSettings['rules'][number] {
  return (
    Array.isArray(value) &&
    typeof value[0] === 'string' &&
    SETTINGS.includes(value[1]) &&
    (value.length === 2 || (value.length === 3 && isObject(value[2])))
  );
}

function isFile(value: unknown): value is readonly [string, string] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((part) => typeof part === 'string') &&
    value[0] !== ''
  );
}

/** Base64 for URLs. In chunks, since the number of arguments of a call is limited. */
function encode(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (unit) =>
    unit.charCodeAt(0),
  );
}
