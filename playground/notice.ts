import { actionButton, h } from '../src/features/html/view/dom.ts';

interface Notice {
  readonly element: HTMLElement;
  say(text: string, undo?: () => void): void;
}

/** Messages below the controls, the last one with its undo button. */
export function createNotice(element: HTMLElement): Notice {
  return {
    element,
    say(text, undo) {
      const lines = text === '' ? [] : text.split('\n').map((line) => h('p', line));
      if (undo !== undefined) lines.at(-1)?.append(' ', actionButton('Undo', undo));
      element.replaceChildren(...lines);
    },
  };
}
