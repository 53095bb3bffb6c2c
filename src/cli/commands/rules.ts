import { defineCommand } from '../../command.ts';
import { wrap } from '../../core/report/words.ts';
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
  async run(request, context) {
    const rules = await context.rules();
    await writeReports(request, context.runtime, ({ format }, _, width) =>
      format === 'json' ? [asJson(rules)] : asText(rules, width),
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

function* asText(rules: readonly AnyRule[], width: number): Iterable<string> {
  for (const category of ['document', 'references', 'graph', 'time', 'email', 'events']) {
    const own = rules.filter((rule) => rule.category === category);
    const column = Math.max(0, ...own.map(({ id }) => id.length));
    yield `${category}\n`;
    for (const { id, severity, preset, summary } of own) {
      const isOn = preset === 'correctness' || preset === 'recommended';
      const start = `  ${id.padEnd(column)}  ${(isOn ? severity : preset).padEnd(7)}  `;
      const [words, ...rest] = wrap(summary.replace(/\.$/, ''), width - start.length - 1);
      yield `${start}${words}${rest.length > 0 ? '…' : ''}\n`;
    }
    yield '\n';
  }
  const all = `${rules.length} rules; strict: only in the preset strict; off: in no preset · edgewise explain RULE`;
  yield `${wrap(all, width).join('\n')}\n`;
}
