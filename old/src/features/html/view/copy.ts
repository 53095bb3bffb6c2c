import { actionButton, h, printable } from './dom.ts';

const SHOWN_FOR = 2000;

/** A button that copies lines. Without permission to copy, they are shown and selected. */
export function copyButton(label: string, lines: () => readonly string[]): HTMLElement {
  const place = h('span.copy', { 'aria-live': 'polite' });
  const button = actionButton(
    label,
    async () => {
      const copied = lines().map(printable).join('\n');
      try {
        await navigator.clipboard.writeText(copied);
        button.textContent = 'Copied';
        setTimeout(() => (button.textContent = label), SHOWN_FOR);
      } catch {
        const input = h('input', { type: 'text', readonly: true, 'aria-label': label });
        input.value = copied;
        place.replaceChildren(button, input);
        input.focus();
        input.select();
      }
    },
    { class: 'plain' },
  );
  place.append(button);
  return place;
}
