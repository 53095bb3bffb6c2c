import { SEVERITIES } from '../src/core/model/finding.ts';
import { copyButton } from '../src/features/html/view/copy.ts';
import { h } from '../src/features/html/view/dom.ts';
import { wordsOf } from '../src/features/html/view/filter.ts';
import { field, searchField } from '../src/features/html/view/filter-bar.ts';
import type { ChosenSetting, RuleRow, RuleSettings } from './protocol.ts';

const PRESETS = ['correctness', 'recommended', 'strict'] as const;
const CHOICES = [...SEVERITIES, 'off'] as const;
const AS_PRESET = 'by preset';

/** The preset, and another severity for single rules. */
export function createRulesPanel(onChange: () => void) {
  const preset = h(
    'select',
    { id: 'preset' },
    PRESETS.map((name) => h('option', { selected: name === 'recommended' }, name)),
  );
  const search = searchField('rules-text');
  const list = h('ul.rule-list');
  let chosen = new Map<string, ChosenSetting>();
  const settings = (): RuleSettings => ({
    preset: PRESETS[preset.selectedIndex] ?? 'recommended',
    rules: [...chosen]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, setting]) => [id, ...setting] as const),
  });
  const selects = new Map<string, HTMLSelectElement>();
  const rows: { readonly element: HTMLElement; readonly text: string }[] = [];
  const choose = (id: string, value: string): void => {
    const choice = CHOICES.find((name) => name === value);
    if (choice === undefined) chosen.delete(id);
    else chosen.set(id, withOptions(choice, chosen.get(id)?.[1]));
    onChange();
  };
  const draw = (): void => {
    for (const [id, select] of selects) select.value = chosen.get(id)?.[0] ?? AS_PRESET;
  };
  preset.addEventListener('change', onChange);
  search.addEventListener('input', () => {
    const words = wordsOf(search.value);
    for (const { element, text } of rows)
      element.hidden = !words.every((word) => text.includes(word));
  });
  return {
    preset: field('Preset', preset),
    element: h(
      'div',
      h('div.filter-bar', field('Find a rule', search, 'wide')),
      h(
        'p.dim',
        'A rule with a severity of its own has it in every preset. The name of a rule opens its example.',
      ),
      h(
        'p',
        copyButton('Copy as configuration', () => configLines(settings())),
      ),
      list,
    ),
    /** Lists the rules; without it, settings are kept all the same. */
    fill(rules: readonly RuleRow[]): void {
      for (const rule of rules) {
        const { id, summary } = rule;
        const select = severitySelect(rule);
        select.addEventListener('change', () => choose(id, select.value));
        selects.set(id, select);
        const element = h('li', drawAbout(rule), select);
        rows.push({ element, text: `${id} ${summary}`.toLowerCase() });
      }
      list.replaceChildren(...rows.map(({ element }) => element));
      draw();
    },
    settings,
    set(wanted: RuleSettings): void {
      preset.value = wanted.preset;
      chosen = new Map(wanted.rules.map(([id, ...setting]) => [id, setting]));
      draw();
    },
  };
}

const withOptions = (severity: ChosenSetting[0], options: object | undefined): ChosenSetting =>
  options === undefined ? [severity] : [severity, options];

const severitySelect = ({ id, mandatory }: RuleRow): HTMLSelectElement =>
  h(
    'select',
    { 'aria-label': `Severity of ${id}`, disabled: mandatory },
    [AS_PRESET, ...CHOICES].map((name) => h('option', name)),
  );

const drawAbout = ({ id, summary, severity, hasExample }: RuleRow): HTMLElement =>
  h(
    'div',
    h('b', hasExample ? h('a', { href: `#rule=${id}` }, id) : id),
    h('p.dim', summary, ` (${severity})`),
  );

const configLines = ({ preset, rules }: RuleSettings): readonly string[] =>
  JSON.stringify(
    {
      preset,
      rules: Object.fromEntries(rules.map(([id, ...setting]) => [id, configured(setting)])),
    },
    null,
    2,
  ).split('\n');

const configured = (setting: ChosenSetting): unknown =>
  setting.length === 1 ? setting[0] : setting;
