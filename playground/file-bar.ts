import { h } from '../src/view/dom.ts';

export interface FileBarOptions {
  onChoose(index: number): void;
  onAdd(): void;
  onRemove(index: number): void;
  onOpen(files: readonly File[]): void;
}

export interface FileBar {
  readonly element: HTMLElement;
  show(names: readonly string[], current: number): void;
  /** How many findings there are in each. */
  count(counts: ReadonlyMap<string, number>): void;
}

/** The texts there are, and what brings more of them. */
export function createFileBar({ onChoose, onAdd, onRemove, onOpen }: FileBarOptions): FileBar {
  const choice = h('select', { id: 'file', 'aria-label': 'Text' });
  const input = h('input', {
    type: 'file',
    id: 'open',
    multiple: true,
    accept: '.json,.ndjson,.jsonl,.gz',
    class: 'unseen',
    tabindex: -1,
    'aria-label': 'Files',
  });
  const button = (text: string, act: () => void): HTMLButtonElement => {
    const made = h('button', { type: 'button' }, text);
    made.addEventListener('click', act);
    return made;
  };
  let names: readonly string[] = [];
  let counts: ReadonlyMap<string, number> = new Map();
  const draw = (): void => {
    for (const [i, option] of [...choice.options].entries()) {
      const name = names[i] as string;
      const found = counts.get(name);
      option.textContent = h('span', {}, found === undefined ? name : `${name} (${found})`).textContent;
    }
  };
  choice.addEventListener('change', () => onChoose(choice.selectedIndex));
  input.addEventListener('change', () => {
    onOpen([...(input.files ?? [])]);
    input.value = '';
  });
  const remove = button('Remove', () => onRemove(choice.selectedIndex));
  return {
    element: h(
      'div',
      { class: 'file-bar' },
      choice,
      button('Open files', () => input.click()),
      button('New', onAdd),
      remove,
      input,
    ),
    show(next, current) {
      names = next;
      choice.replaceChildren(...names.map((_, i) => h('option', { value: i })));
      choice.selectedIndex = current;
      draw();
    },
    count(next) {
      counts = next;
      draw();
    },
  };
}
