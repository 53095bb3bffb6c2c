import type { PresetName } from '../src/core/lint/settings.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { createChecker } from './checker.ts';
import { createEditor, type TextMark } from './editor.ts';
import { EXAMPLES } from './examples.ts';
import { createFileBar } from './file-bar.ts';
import { createFindingsPanel } from './findings-panel.ts';
import { showLink } from './link.ts';
import { createPicturePanel } from './picture-panel.ts';
import type { CheckOutcome, NamedText } from './protocol.ts';
import { MAX_BYTES, readFiles } from './read.ts';
import { unpackLink } from './share.ts';
import { createTabs } from './tabs.ts';
import { startThread } from './thread.ts';
import { createTimelinePanel } from './timeline-panel.ts';

// The page: texts on one side, their findings on the other.

const BLANK: NamedText = { name: 'workflow.json', text: '' };

const thread = startThread();
const notice = document.getElementById('notice') as HTMLElement;
let files: readonly NamedText[] = [];
let current = 0;
let checked: CheckOutcome | undefined;
/** The texts were replaced since the last check, not only edited. */
let isFresh = true;

const editor = createEditor({
  onInput() {
    forgetLink();
    checkSoon();
  },
  onFinding: (finding) => findings.reveal(finding),
  async onCaret(line, column) {
    const spot = await thread.spotAt((files[current] as NamedText).name, line, column);
    if (spot !== undefined) picture.select(spot);
  },
});
const bar = createFileBar({
  onChoose: (index) => turnTo(index),
  onAdd: () => setFiles([...texts(), { ...BLANK, name: freeName(BLANK.name) }], files.length),
  onRemove(index) {
    const left = texts().filter((_, i) => i !== index);
    setFiles(left.length === 0 ? [BLANK] : left, Math.min(current, Math.max(0, left.length - 1)));
    editor.element.querySelector('textarea')?.focus();
  },
  onOpen: (opened) => void open(opened, false),
});
const findings = createFindingsPanel({
  onText: (finding) => showInText(finding, true),
  onPicture(finding) {
    const { workflow, mark } = checked?.data.findings[finding] ?? {};
    if (workflow === undefined) return;
    tabs.open('picture');
    picture.select({ workflow, mark }, true);
  },
  onFocus(finding) {
    showInText(finding, false);
    const { workflow, mark } = checked?.data.findings[finding] ?? {};
    if (workflow !== undefined) picture.select({ workflow, mark });
  },
});
const picture = createPicturePanel({
  async onSelect(spot, chosen) {
    const [first] = chosen;
    // A finding has its own place in the text; a step without findings has the place of the step.
    if (first !== undefined) return findings.reveal(first);
    const place = await thread.placeOf(spot);
    const index = files.findIndex(({ name }) => name === place?.source);
    if (place === undefined || index === -1) return;
    if (index !== current) turnTo(index);
    editor.show(place.region, false);
  },
});
const timeline = createTimelinePanel(thread.simulate);
const tabs = createTabs('Views of the workflows', [
  { name: 'picture', title: 'Picture', panel: picture.element },
  { name: 'timeline', title: 'Timeline', panel: timeline.element },
]);

const example = h(
  'select',
  { id: 'example' },
  h('option', { value: '' }, 'Choose …'),
  EXAMPLES.map(({ title }, i) => h('option', { value: i }, title)),
);
const preset = h(
  'select',
  { id: 'preset' },
  ['correctness', 'recommended', 'strict'].map((name) =>
    h('option', { selected: name === 'recommended' }, name),
  ),
);
const share = h('button', { type: 'button' }, 'Link to this');
const checkSoon = createChecker({
  check: thread.check,
  given: () => ({ texts: texts(), preset: preset.value as PresetName }),
  onChecked(result) {
    checked = result;
    const { name } = files[current] as NamedText;
    findings.show(result);
    picture.show(result, name);
    timeline.show(result);
    if (isFresh) timeline.follow(name);
    isFresh = false;
    mark();
  },
  onFault: say,
});

function start(): void {
  document
    .getElementById('controls')
    ?.append(field('Example', example), field('Preset', preset), share);
  const keys =
    'In the text, F8 goes to the next finding and Shift+F8 to the one before; Ctrl+Enter goes from there to its explanation. In the picture, arrow keys go from step to step.';
  document
    .getElementById('main')
    ?.append(
      h(
        'div.side',
        h('section.texts', { 'aria-label': 'Texts' }, bar.element, editor.element),
        findings.element,
      ),
      h('section.views', { 'aria-label': 'Views' }, tabs.element, tabs.panels),
      h('p', { id: 'keys', class: 'keys' }, keys),
    );
  example.addEventListener('change', () => {
    const chosen = EXAMPLES[example.selectedIndex - 1];
    if (chosen !== undefined) setFiles(chosen.files, 0);
  });
  preset.addEventListener('change', () => {
    forgetLink();
    checkSoon();
  });
  share.addEventListener(
    'click',
    () => void showLink({ files: texts(), preset: preset.value as PresetName }, notice),
  );
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length === 0) return;
    event.preventDefault();
    void open(dropped, true);
  });
  addEventListener('hashchange', () => void openLink());
  void openLink().then((opened) => {
    if (opened) return;
    const said = notice.textContent ?? '';
    setFiles(EXAMPLES[0]?.files ?? [BLANK], 0);
    say(said);
  });
}

/** The texts as they are now. */
function texts(): readonly NamedText[] {
  return files.map((file, i) => (i === current ? { ...file, text: editor.text() } : file));
}

function setFiles(next: readonly NamedText[], index: number): void {
  files = next;
  current = -1;
  isFresh = true;
  findings.element.scrollTop = 0;
  forgetLink();
  turnTo(index);
  checkSoon();
}

function turnTo(index: number): void {
  if (current !== -1) files = texts();
  current = index;
  const { name, text } = files[index] as NamedText;
  bar.show(
    files.map((file) => file.name),
    index,
  );
  editor.load(text, name);
  mark();
  const workflow = checked?.plain.findIndex(({ source }) => source === name) ?? -1;
  if (workflow !== -1) picture.select({ workflow, mark: undefined });
  timeline.follow(name);
}

function mark(): void {
  const { data, regions } = checked ?? { data: { findings: [] }, regions: [] };
  const own: TextMark[] = [];
  for (const [finding, { source, severity }] of data.findings.entries()) {
    const region = regions[finding];
    if (region && source === files[current]?.name) own.push({ region, severity, finding });
  }
  editor.mark(own);
  bar.count(countBySource());
}

function countBySource(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { source } of checked?.data.findings ?? [])
    counts.set(source, (counts.get(source) ?? 0) + 1);
  return counts;
}

function showInText(finding: number, focus: boolean): void {
  const region = checked?.regions[finding];
  const index = files.findIndex(({ name }) => name === checked?.data.findings[finding]?.source);
  if (!region || index === -1) return;
  if (index !== current) turnTo(index);
  editor.show(region, focus);
}

/** Adds files. Dropped files replace an example; opened files are added. */
async function open(opened: readonly File[], replace: boolean): Promise<void> {
  const kept =
    replace || files.every(({ text }, i) => (i === current ? editor.text() : text).trim() === '')
      ? []
      : texts();
  const used = kept.reduce((sum, { text }) => sum + text.length, 0);
  const { texts: read, refused } = await readFiles(opened, MAX_BYTES - used);
  if (read.length === 0) return say(refused.join('\n'));
  const names = new Set(kept.map(({ name }) => name));
  const added = read.map(({ name, text }) => {
    const free = freeName(name, names);
    names.add(free);
    return { name: free, text };
  });
  setFiles([...kept, ...added], kept.length);
  say(refused.join('\n'));
}

function freeName(
  name: string,
  taken: ReadonlySet<string> = new Set(files.map((file) => file.name)),
): string {
  if (!taken.has(name)) return name;
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let n = 2;
  while (taken.has(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}

async function openLink(): Promise<boolean> {
  try {
    const shared = await unpackLink(location.hash);
    if (shared === undefined) return false;
    preset.value = shared.preset;
    const link = location.hash;
    setFiles(shared.files.length === 0 ? [BLANK] : shared.files, 0);
    history.replaceState(null, '', link);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** After a change the link and the notice are out of date. */
function forgetLink(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  say('');
}

function say(text: string): void {
  notice.replaceChildren(...(text === '' ? [] : text.split('\n').map((line) => h('p', line))));
}

start();
