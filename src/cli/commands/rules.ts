import { defineCommand } from '../../command.ts';
import type { AnyRule } from '../../core/rule.ts';
import { EXIT } from '../../run/exit-code.ts';
import { formatFlag } from '../../run/flag.ts';
import { pick } from '../../run/flags.ts';
import { writeReports } from '../../run/output.ts';

export default defineCommand({
  name: 'rules',
  summary: 'list the rules (-f json: for programs)',
  positionals: [],
  flags: {
    format: formatFlag(['text', 'json']),
    ...pick('plugin'),
  },
  async run({ format: targets }, context) {
    const rules = await context.rules();
    await writeReports(targets, context.runtime, ({ format }) =>
      format === 'json' ? [asJson(rules)] : asText(rules),
    );
    return EXIT.clean;
  },
});

function asJson(rules: readonly AnyRule[]): string {
  const entries = rules.map(({ id, severity, preset, category, summary, options, requires }) => ({
    id,
    severity,
    preset,
    category,
    summary,
    options: Object.fromEntries(
      Object.entries(options?.schema ?? {}).map(([name, schema]) => [
        name,
        { default: options?.defaults[name], ...(schema as object) },
      ]),
    ),
    requires,
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function* asText(rules: readonly AnyRule[]): Iterable<string> {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  for (const category of ['document', 'references', 'graph', 'time', 'email', 'events']) {
    const own = rules.filter((rule) => rule.category === category);
    yield `${category}\n`;
    for (const { id, severity, preset, summary } of own)
      yield `  ${id.padEnd(width)}  ${severity.padEnd(7)}  ${preset.padEnd(11)}  ${summary}\n`;
    yield '\n';
  }
  yield `${rules.length} rules; the default preset is recommended (it includes correctness) · edgewise explain RULE\n`;
}
