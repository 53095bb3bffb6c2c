import { type Child, h } from '../view/dom.ts';
import { wordsOf } from '../view/filter.ts';
import { field, searchField, select } from '../view/filter-bar.ts';
import { drawPager } from '../view/finding-list.ts';
import { formatCount, formatNumber } from '../view/numbers.ts';
import { address, remember, type View } from './page.ts';

interface SearchViewOptions {
  readonly name: 'workflows' | 'timelines';
  readonly title: string;
  readonly noun: string;
  readonly intro?: Child;
  /** The searched text of each row. */
  readonly texts: readonly string[];
  /** The default first. */
  readonly orders: readonly RowOrder[];
  draw(index: number): HTMLElement;
}

interface RowOrder {
  readonly value: string;
  readonly label: string;
  compare(a: number, b: number): number;
}

const PAGE_SIZE = 100;

/** Rows of which one page is shown, with a search field and a choice of orders. */
export function createSearchView(options: SearchViewOptions): View {
  const { name, title, noun, intro, orders, draw } = options;
  const texts = options.texts.map((each) => each.toLowerCase());
  const text = searchField(`${name}-text`);
  const order = select(
    `${name}-order`,
    orders.map(({ value, label }) => [value, label]),
  );
  const form = h(
    'form.filter-bar',
    { role: 'search', 'aria-label': title },
    field('Search', text, 'wide'),
    orders.length > 1 && field('Order', order),
  );
  const status = h('p.status-line', { role: 'status' });
  const list = h('ul.workflows');
  const pager = h('div.pager');

  const show = (page: number, size = PAGE_SIZE): void => {
    const words = wordsOf(text.value);
    const found = [...texts.keys()].filter((i) => words.every((word) => texts[i]?.includes(word)));
    found.sort((a, b) => orders[order.selectedIndex]?.compare(a, b) || a - b);
    const last = Math.max(0, Math.ceil(found.length / size) - 1);
    const start = last === 0 ? 0 : Math.min(page, last) * size;
    list.replaceChildren(...found.slice(start, start + size).map(draw));
    const turn = (to: number): void => {
      show(to);
      list.querySelector('a')?.focus();
    };
    pager.replaceChildren(...(last === 0 ? [] : drawPager(found.length, start, size, turn)));
    const all = formatCount(texts.length, noun);
    const isAll = found.length === texts.length;
    status.replaceChildren(isAll ? all : `${formatNumber(found.length)} of ${all}`);
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    show(0);
    const parameters = new URLSearchParams();
    if (text.value !== '') parameters.set('q', text.value);
    if (order.selectedIndex > 0) parameters.set('order', order.value);
    remember(address[name](parameters));
  });
  const heading = h('h2', { tabindex: -1 }, title);
  return {
    title,
    element: h('section.view', heading, intro, form, h('div.bar', status), list, pager),
    enter(parameters) {
      text.value = parameters.get('q') ?? '';
      const asked = orders.findIndex(({ value }) => value === parameters.get('order'));
      order.selectedIndex = Math.max(0, asked);
      show(0);
    },
    search: () => text.focus(),
    unfold() {
      // About ten sheets of paper.
      show(0, 300);
      return () => show(0);
    },
  };
}
