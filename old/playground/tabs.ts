import { actionButton, h } from '../src/features/html/view/dom.ts';

/** Panels of which one is visible; arrow keys move between tabs. */
export function createTabs(
  label: string,
  entries: readonly {
    readonly name: string;
    readonly title: string;
    readonly panel: HTMLElement;
  }[],
) {
  const tabs = entries.map(({ name, title }) =>
    actionButton(title, () => open(name), {
      role: 'tab',
      id: `tab-${name}`,
      'aria-controls': `panel-${name}`,
      'data-name': name,
    }),
  );
  const panels = entries.map(({ name, panel }) =>
    h('div', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}` }, panel),
  );
  const open = (name: string): void => {
    for (const [i, tab] of tabs.entries()) {
      const isOpen = entries[i]?.name === name;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      (panels[i] as HTMLElement).hidden = !isOpen;
    }
  };
  const element = h('div', { role: 'tablist', class: 'tab-bar', 'aria-label': label }, tabs);
  element.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (at === -1 || by === 0 || next === undefined) return;
    event.preventDefault();
    open(next.dataset['name'] as string);
    next.focus();
  });
  open(entries[0]?.name ?? '');
  return { element, panels: h('div.panels', panels), open };
}
