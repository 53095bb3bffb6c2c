import type { CallExpression, Identifier, MemberExpression, Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import type { Use } from './evaluation.ts';
import { memberOf, moduleOf } from './named.ts';
import { isJson } from './names.ts';
import { copyOf } from './value-after.ts';
import { knownText, type Value } from './values.ts';

/** What stands for the folder of the file: paths are read as imports are. */
const HERE = './';

/** `import.meta.url`, `import.meta.dirname`, or `__dirname` where nothing declares that. */
export function ownFolder(node: MemberExpression | Identifier, use: Use): Value | undefined {
  const isOwn =
    node.type === 'Identifier'
      ? node.name === '__dirname' && bindingOf(node.name, node) === undefined
      : node.object.type === 'MetaProperty' && OWN.has(nameOfKey(node.property));
  return isOwn ? { kind: 'constant', value: HERE, site: use.site } : undefined;
}

const OWN: ReadonlySet<string> = new Set(['url', 'dirname']);
const OF_PATHS: ReadonlySet<string> = new Set(['join', 'resolve', 'fileURLToPath', 'dirname']);
const READING: ReadonlySet<string> = new Set(['readFile', 'readFileSync']);

/** `JSON.parse(readFileSync(join(__dirname, 'workflows.json'), 'utf8'))`, and the parts of it. */
export function jsonOfFile(
  { callee, arguments: args }: CallExpression,
  inner: (node: Node) => Value,
  use: Use,
): Value | undefined {
  const [first] = args;
  const name = nameOfKey(callee.type === 'MemberExpression' ? callee.property : callee);
  const isParse =
    name === 'parse' && callee.type === 'MemberExpression' && nameOfKey(callee.object) === 'JSON';
  if (first === undefined || !(isParse || OF_PATHS.has(name) || READING.has(name)))
    return undefined;
  const value = inner(first);
  if (isParse) return value.kind === 'json' ? copyOf(value.of) : undefined;
  const path = knownText(value);
  if (path?.startsWith(HERE) !== true) return undefined;
  if (READING.has(name)) {
    const file = isJson(path) ? memberOf(moduleOf(path, use), 'default', use) : undefined;
    return file && file.kind !== 'unknown' ? { kind: 'json', of: file, site: use.site } : undefined;
  }
  const parts = args.map((each) => knownText(inner(each)));
  if (parts.includes(undefined)) return undefined;
  return { kind: 'constant', value: parts.join('/'), site: use.site };
}
