import { actionButton, h } from '../src/features/html/view/dom.ts';

/** Messages below the controls, the last one with its undo button. */
export function createNotice(element: HTMLElement) {
  return {
    element,
    say(text: string, undo?: () => void): void {
      const lines = text === '' ? [] : text.split('\n').map((line) => h('p', line));
      if (undo !== undefined) lines.at(-1)?.append(' ', actionButton('Undo', undo));
      element.replaceChildren(...lines);
    },
  };
}
