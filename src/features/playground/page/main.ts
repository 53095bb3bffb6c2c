/** The page: texts, and what the worker says about them. */
import type { Preset } from '../../../core/rule.ts';
import type { Checked, NamedText } from '../protocol.ts';
import { createEditor } from './editor.ts';
import { freeName, LARGEST, readFiles, sizeOf, TOO_LARGE } from './files.ts';
import { byId, fill, say, showDrawn } from './show.ts';
import { startWorker } from './thread.ts';

/** The rule whose example is shown first. */
const START = 'dangling-edge';
/** Milliseconds without typing before a check. */
const REST = 150;

const textSelect = byId<HTMLSelectElement>('text');
const exampleSelect = byId<HTMLSelectElement>('example');
const presetSelect = byId<HTMLSelectElement>('preset');
const eventSelect = byId<HTMLSelectElement>('event');
const allBox = byId<HTMLInputElement>('all');
const fileInput = byId<HTMLInputElement>('open');

const ask = startWorker();
let texts: readonly NamedText[] = [];
let current = 0;
/** Typed or opened, so an example does not replace them unasked. */
let isOwn = false;
/** Counts changes: the findings of an older version have wrong places. */
let version = 0;
let checked: (Checked & { readonly of: number }) | undefined;
let isBusy = false;
let resting: ReturnType<typeof setTimeout> | undefined;

const editor = createEditor(byId('editor'), {
  onInput() {
    isOwn = true;
    texts = texts.map((each, i) => (i === current ? { ...each, text: editor.text() } : each));
    checkSoon();
  },
  onFix: fix,
});

/** Other texts, or another one of them. */
function turnTo(next: readonly NamedText[], index: number): void {
  const isSame = next === texts;
  texts = next;
  current = index;
  const { name, text } = texts[index] as NamedText;
  fill(
    textSelect,
    texts.map((each) => each.name),
  );
  textSelect.selectedIndex = index;
  editor.open(name, text);
  if (isSame) void showText();
  else checkSoon();
}

function checkSoon(): void {
  version++;
  rest();
}

function rest(): void {
  clearTimeout(resting);
  resting = setTimeout(() => void check(), REST);
}

/** One at a time: what changes meanwhile is checked next. */
async function check(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  const of = version;
  await checkNow(of).finally(() => {
    isBusy = false;
    if (of !== version) rest();
  });
}

async function checkNow(of: number): Promise<void> {
  if (sizeOf(texts) > LARGEST) return say(TOO_LARGE);
  const filled = texts.filter(({ text }) => text.trim() !== '');
  const result = await ask('check', filled, presetSelect.value as Preset);
  // These findings have wrong places.
  if (of !== version) return;
  checked = { ...result, of };
  byId('headline').textContent = filled.length === 0 ? 'The text is empty.' : result.headline;
  byId('findings').innerHTML = result.html;
  fill(eventSelect, result.events);
  await Promise.all([showText(), showTimeline()]);
}

/** The marks and the picture of the text in the editor. */
async function showText(): Promise<void> {
  if (checked?.of !== version) return;
  const { name } = texts[current] as NamedText;
  const numbered = checked.findings.map((finding, i) => [i, finding] as const);
  editor.mark(numbered.filter(([, { source }]) => source === name));
  const of = version;
  const drawn = await ask('draw', name);
  if (of === version && texts[current]?.name === name) showDrawn(byId('picture'), drawn);
}

async function showTimeline(): Promise<void> {
  const event = eventSelect.value;
  const none = { svg: '', html: '<p class="remark">No event in these texts.</p>' };
  const drawn = event === '' ? none : await ask('simulate', event, allBox.checked);
  if (eventSelect.value === event) showDrawn(byId('timeline'), drawn);
}

/** The finding, with its text in the editor; undefined where the text was changed since. */
function openFinding(number: number) {
  const finding = checked?.of === version ? checked.findings[number] : undefined;
  const index = texts.findIndex(({ name }) => name === finding?.source);
  if (finding === undefined || index === -1) return undefined;
  if (index !== current) turnTo(texts, index);
  return finding;
}

function fix(number: number, which: number): void {
  const edits = openFinding(number)?.fixes[which]?.edits;
  if (edits !== undefined) editor.edit(edits);
}

async function openFiles(files: Iterable<File>): Promise<void> {
  const kept = isOwn ? texts.filter(({ text }) => text.trim() !== '') : [];
  const read = await readFiles(files, LARGEST - sizeOf(kept));
  say(read.refused.join('\n'));
  if (read.texts.length === 0) return;
  isOwn = true;
  // A file that is opened again replaces its text.
  const all = new Map([...kept, ...read.texts].map((each) => [each.name, each]));
  const next = [...all.values()];
  const first = read.texts[0]?.name;
  turnTo(
    next,
    next.findIndex(({ name }) => name === first),
  );
}

async function openExample(rule: string): Promise<void> {
  const example = await ask('example', rule);
  if (example === undefined) return say(`There is no example of a rule "${rule}".`);
  if (isOwn && !confirm('Replace your texts by the example?')) return;
  isOwn = false;
  say('');
  presetSelect.value = example.preset;
  turnTo(example.texts, 0);
}

const openLink = (): Promise<void> => openExample(location.hash.replace(/^#(?:rule=)?/, ''));

function listen(): void {
  textSelect.addEventListener('change', () => turnTo(texts, textSelect.selectedIndex));
  presetSelect.addEventListener('change', checkSoon);
  for (const each of [eventSelect, allBox])
    each.addEventListener('change', () => void showTimeline());
  exampleSelect.addEventListener('change', () => {
    history.replaceState(null, '', `#rule=${exampleSelect.value}`);
    void openLink();
    exampleSelect.selectedIndex = 0;
  });
  addEventListener('hashchange', () => void openLink());
  byId('add').addEventListener('click', () => {
    isOwn = true;
    turnTo([...texts, { name: freeName(texts), text: '' }], texts.length);
  });
  byId('remove').addEventListener('click', () => {
    const { name, text } = texts[current] as NamedText;
    if (isOwn && text.trim() !== '' && !confirm(`Remove the text of ${name}?`)) return;
    const left = texts.filter((_, i) => i !== current);
    turnTo(left.length === 0 ? [{ name: 'workflow.json', text: '' }] : left, 0);
  });
  fileInput.addEventListener('change', async () => {
    await openFiles([...(fileInput.files ?? [])]);
    fileInput.value = '';
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void openFiles(files);
  });
  byId('findings').addEventListener('click', ({ target }) => {
    const { finding, fix: which } =
      (target as Element).closest<HTMLElement>('[data-finding]')?.dataset ?? {};
    if (finding === undefined) return;
    if (which !== undefined) return fix(Number(finding), Number(which));
    const region = openFinding(Number(finding))?.region;
    if (region !== undefined) editor.show(region);
  });
  addEventListener('unhandledrejection', ({ reason }) => say(`This failed: ${reason}`));
}

async function start(): Promise<void> {
  listen();
  for (const id of await ask('examples')) exampleSelect.add(new Option(id));
  await openExample(START);
  if (location.hash !== '') await openLink();
}

void start();
