import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { EXIT } from './exit-code.ts';
import { parseFormats } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole, writeStream } from './output.ts';
import { UserError } from './user-error.ts';

/** `edgewise rules`: the catalogue, for people or as JSON. */
export async function listRules(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const [unexpected] = args.positional;
  if (unexpected !== undefined) throw new UserError(`"rules" takes no argument, but got "${unexpected}"`, `for one rule: edgewise explain ${unexpected}`);
  for (const { format, file } of parseFormats(args.format)) {
    if (format !== 'text' && format !== 'json') throw new UserError(`the rules can be listed as text or json, not as ${format}`);
    const chunks = format === 'json' ? [asJson(rules)] : asText(rules);
    if (file === undefined) await writeStream(program.stdout, chunks);
    else writeFileWhole(file, chunks);
  }
  return EXIT.clean;
}

function asJson(rules: readonly AnyRule[]): string {
  const entries = rules.map(({ id, severity, preset, category, summary, options, requires }) => ({
    id,
    severity,
    preset,
    category,
    summary,
    options: Object.fromEntries(
      Object.entries(options?.schema ?? {}).map(([name, schema]) => [name, { default: options?.defaults[name], ...(schema as object) }]),
    ),
    requires,
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function* asText(rules: readonly AnyRule[]): Iterable<string> {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  for (const category of ['document', 'references', 'graph', 'time', 'email', 'events']) {
    const own = rules.filter((rule) => rule.category === category);
    if (own.length === 0) continue;
    yield `${category}\n`;
    for (const { id, severity, preset, summary } of own) yield `  ${id.padEnd(width)}  ${severity.padEnd(7)}  ${preset.padEnd(11)}  ${summary}\n`;
    yield '\n';
  }
  yield `${rules.length} rules; the default preset is recommended (it includes correctness) · edgewise explain RULE\n`;
}
