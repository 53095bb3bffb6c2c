import { SEVERITIES } from '../../../core/model/finding.ts';
import { copyButton } from '../view/copy.ts';
import { h } from '../view/dom.ts';
import { address, type Page, type View } from './page.ts';
import { addOnPaper } from './print-view.ts';

/** The printed overview, with links and buttons. */
export function createOverview(page: Page, element: HTMLElement): View {
  element.classList.add('view');
  for (const command of element.querySelectorAll('.command')) {
    const text = command.querySelector('code')?.textContent ?? '';
    command.append(
      ' ',
      copyButton('Copy', () => [text]),
    );
  }
  return {
    title: 'Overview',
    element,
    unfold() {
      const folded = [...element.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const details of folded) details.open = true;
      const undo = addOnPaper(page, element, [...page.data.findings.keys()]);
      return () => {
        undo();
        for (const details of folded) details.open = false;
      };
    },
  };
}

/** Makes links of what the printed part of the page names and counts. */
export function linkParts({ links }: Page, hasNotes: boolean): void {
  const link = (part: HTMLElement, href: string): void =>
    part.replaceChildren(h('a', { href }, part.textContent));
  const filtered = (name: string, value: string): string =>
    address.findings(new URLSearchParams({ [name]: value }));
  for (const part of document.querySelectorAll<HTMLElement>('[data-workflow]'))
    link(part, links.workflow(Number(part.dataset['workflow'])));
  for (const part of document.querySelectorAll<HTMLElement>('[data-rule]'))
    link(part, filtered('rule', part.dataset['rule'] ?? ''));
  const views = new Map([
    ['findings', address.findings()],
    ['workflows', address.workflows()],
    ['overview', address.overview],
    ...SEVERITIES.map((severity) => [severity, filtered('severity', severity)] as const),
  ]);
  if (hasNotes) views.set('notes', address.notes);
  for (const part of document.querySelectorAll<HTMLElement>('[data-kind]')) {
    const href = views.get(part.dataset['kind'] ?? '');
    if (href !== undefined) link(part.querySelector<HTMLElement>('dt') ?? part, href);
  }
}
