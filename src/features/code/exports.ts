import type { Node } from '@babel/types';
import { exportsOf } from './bindings.ts';
import type { Module, Modules } from './modules.ts';

/** What may give a name its value: an expression, a name of the module, or an object that is all of its exports. */
type ExportedNode =
  | { readonly kind: 'expression' | 'whole'; readonly node: Node }
  | { readonly kind: 'local'; readonly name: string };

/** How many modules are looked at for one name. */
const MAX_MODULES = 500;

/** Where a module gets what it exports under a name. Modules can export all of each other, so each is looked at once. */
export function* exportsIn(
  start: Module,
  wanted: string,
  modules: Modules,
): Iterable<{ readonly module: Module; readonly exported: ExportedNode }> {
  const seen = new Set<string>();
  const waiting = [{ module: start, name: wanted }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module, name } = next;
    const key = `${module.path} ${name}`;
    if (seen.has(key) || seen.size >= MAX_MODULES) continue;
    seen.add(key);
    const { file } = module.syntax;
    const found = exportsOf(name, file);
    // `module.exports = { … }`
    const [whole] = name === 'default' ? [] : exportsOf('default', file);
    const [first] = found;
    if (first !== undefined && first.kind !== 'from') yield { module, exported: first };
    else if (whole?.kind === 'expression')
      yield { module, exported: { kind: 'whole', node: whole.node } };
    for (const exported of [...found].reverse()) {
      if (exported.kind !== 'from') continue;
      const path = modules.resolve(module.path, exported.from);
      const target = path === undefined ? undefined : modules.load(path);
      if (target !== undefined) waiting.push({ module: target, name: exported.name });
    }
  }
}
