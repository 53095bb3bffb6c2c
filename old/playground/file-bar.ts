import { actionButton, h } from '../src/features/html/view/dom.ts';
import type { NamedText } from './protocol.ts';

interface FileBarOptions {
  onChoose(index: number): void;
  onAdd(): void;
  onRemove(index: number): void;
  onOpen(files: readonly File[]): void;
  onFormat(): void;
}

/** The list of texts, with controls to add more. */
export function createFileBar({ onChoose, onAdd, onRemove, onOpen, onFormat }: FileBarOptions) {
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
  let names: readonly string[] = [];
  let counts: ReadonlyMap<string, number> = new Map();
  const draw = (): void => {
    for (const [i, option] of [...choice.options].entries()) {
      const name = names[i] as string;
      const found = counts.get(name);
      const text = found === undefined ? name : `${name} (${found})`;
      option.textContent = h('span', text).textContent;
    }
  };
  choice.addEventListener('change', () => onChoose(choice.selectedIndex));
  input.addEventListener('change', () => {
    onOpen([...(input.files ?? [])]);
    input.value = '';
  });
  const remove = actionButton('Remove', () => onRemove(choice.selectedIndex));
  return {
    element: h(
      'div.file-bar',
      choice,
      actionButton('Open files', () => input.click()),
      actionButton('New', onAdd),
      remove,
      actionButton('Format', onFormat),
      input,
    ),
    show(files: readonly NamedText[], current: number): void {
      names = files.map(({ name }) => name);
      choice.replaceChildren(...names.map((_, i) => h('option', { value: i })));
      choice.selectedIndex = current;
      draw();
    },
    /** The number of findings in each. */
    count(next: ReadonlyMap<string, number>): void {
      counts = next;
      draw();
    },
  };
}
