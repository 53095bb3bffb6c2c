import { countBy } from '../src/core/model/groups.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { saveText } from '../src/features/html/view/save.ts';
import { createChecker } from './checker.ts';
import { createEditor, type TextMark } from './editor.ts';
import { EXAMPLES } from './examples.ts';
import { createFileBar } from './file-bar.ts';
import { createFindingsPanel } from './findings-panel.ts';
import { freeName } from './free-name.ts';
import { keepTexts, keptTexts } from './keep.ts';
import { showLink } from './link.ts';
import { createNotice } from './notice.ts';
import { createPicturePanel } from './picture-panel.ts';
import type { CheckOutcome, NamedText } from './protocol.ts';
import { MAX_BYTES, readFiles } from './read.ts';
import { createRulesPanel } from './rules-panel.ts';
import { type Shared, unpackLink } from './share.ts';
import { createTabs } from './tabs.ts';
import { startThread } from './thread.ts';
import { createTimelinePanel } from './timeline-panel.ts';

// The page: texts on one side, their findings on the other.

const BLANK: NamedText = { name: 'workflow.json', text: '' };

const thread = startThread();
const { say, element: notice } = createNotice(document.getElementById('notice') as HTMLElement);
let files: readonly NamedText[] = [];
let current = 0;
let checked: CheckOutcome | undefined;
/** The texts were replaced since the last check, not only edited. */
let isFresh = true;
/** The texts are those of an example, unchanged. */
let isExample = false;

const editor = createEditor({
  onInput(isWhole) {
    forgetLink();
    if (isExample && isWhole && files.length > 1) {
      // Its other texts would be checked together with what was pasted.
      const [before, at] = [files, current];
      const { name } = files[current] as NamedText;
      replaceFiles([{ name, text: editor.text() }], 0);
      say('The other texts of the example were removed.', () => replaceFiles(before, at));
    }
    isExample = false;
    example.selectedIndex = 0;
    checkSoon();
  },
  onFinding: (finding) => findings.reveal(finding),
  async onCaret(line, column) {
    const spot = await thread.spotAt((files[current] as NamedText).name, line, column);
    if (spot !== undefined) picture.select(spot);
  },
  complete: thread.complete,
  onFormat: () => void formatText(),
});
const bar = createFileBar({
  onChoose: (index) => turnTo(index),
  onAdd: () =>
    replaceFiles([...texts(), { ...BLANK, name: freeName(BLANK.name, names()) }], files.length),
  onRemove(index) {
    const before = texts();
    const left = before.filter((_, i) => i !== index);
    replaceFiles(left.length === 0 ? [BLANK] : left, Math.min(index, Math.max(0, left.length - 1)));
    offerUndo(`${before[index]?.name} was removed.`, before);
    editor.focus();
  },
  onOpen: (opened) => void open(opened, false),
  onFormat: () => void formatText(),
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
  async onSave(format) {
    saveText(`edgewise.${format}`, await thread.print(format), 'application/json');
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
const rules = createRulesPanel(() => {
  forgetLink();
  checkSoon();
});
const tabs = createTabs('Views of the workflows', [
  { name: 'picture', title: 'Picture', panel: picture.element },
  { name: 'timeline', title: 'Timeline', panel: timeline.element },
  { name: 'rules', title: 'Rules', panel: rules.element },
]);

const example = h(
  'select',
  { id: 'example' },
  h('option', { value: '' }, 'Choose …'),
  EXAMPLES.map(({ title }, i) => h('option', { value: i }, title)),
);
const share = h('button', { type: 'button' }, 'Link to this');
const checkSoon = createChecker({
  check: thread.check,
  given() {
    const shared = sharedNow();
    keepTexts(shared);
    return { texts: shared.files, settings: shared.settings };
  },
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
  document.getElementById('controls')?.append(field('Example', example), rules.preset, share);
  document
    .getElementById('main')
    ?.prepend(
      h(
        'div.side',
        h('section.texts', { 'aria-label': 'Texts' }, bar.element, editor.element),
        findings.element,
      ),
      h('section.views', { 'aria-label': 'Views' }, tabs.element, tabs.panels),
    );
  example.addEventListener('change', () => {
    const chosen = EXAMPLES[example.selectedIndex - 1];
    if (chosen === undefined) return;
    const before = texts();
    const wasExample = isExample;
    replaceFiles(chosen.files, 0);
    if (!wasExample) offerUndo('The example replaces your texts.', before);
  });
  share.addEventListener('click', () => void showLink(sharedNow(), notice));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length === 0) return;
    event.preventDefault();
    void open(dropped, true);
  });
  addEventListener('popstate', restore);
  addEventListener('hashchange', () => void (keptTexts() === undefined && openLink()));
  addEventListener('pagehide', () => keepTexts(sharedNow()));
  void thread.listRules().then(rules.fill);
  if (restore()) return;
  void openLink().then((opened) => {
    if (opened) return;
    const said = notice.textContent ?? '';
    replaceFiles(EXAMPLES[0]?.files ?? [BLANK], 0);
    say(said);
  });
}

const names = (): ReadonlySet<string> => new Set(files.map(({ name }) => name));

/** The current texts. */
function texts(): readonly NamedText[] {
  return files.map((file, i) => (i === current ? { ...file, text: editor.text() } : file));
}

const sharedNow = (): Shared => ({ files: texts(), settings: rules.settings() });

function setShared({ files: wanted, settings }: Shared): void {
  rules.set(settings);
  const link = location.hash;
  replaceFiles(wanted.length === 0 ? [BLANK] : wanted, 0);
  if (link !== '') history.replaceState(history.state, '', link);
}

/** The content of this history entry. */
function restore(): boolean {
  const kept = keptTexts();
  if (kept !== undefined) setShared(kept);
  return kept !== undefined;
}

function offerUndo(text: string, before: readonly NamedText[]): void {
  say(text, () => replaceFiles(before, 0));
}

function replaceFiles(next: readonly NamedText[], index: number): void {
  files = next.map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, '\n') }));
  current = -1;
  isFresh = true;
  isExample = EXAMPLES.some((one) => JSON.stringify(one.files) === JSON.stringify(files));
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
  const { data, regions, fixes } = checked ?? { data: { findings: [] }, regions: [], fixes: [] };
  const own: TextMark[] = [];
  for (const [finding, found] of data.findings.entries()) {
    const { source, severity, message, help, rule } = found;
    const region = regions[finding];
    if (region && source === files[current]?.name)
      own.push({ region, severity, message, help, rule, finding, fixes: fixes[finding] ?? [] });
  }
  editor.mark(own);
  bar.count(countBy(data.findings, ({ source }) => source));
}

function showInText(finding: number, focus: boolean): void {
  const region = checked?.regions[finding];
  const index = files.findIndex(({ name }) => name === checked?.data.findings[finding]?.source);
  if (!region || index === -1) return;
  if (index !== current) turnTo(index);
  editor.show(region, focus);
}

async function formatText(): Promise<void> {
  const text = editor.text();
  const formatted = await thread.format(text);
  if (formatted === undefined)
    say('Only a text that is one JSON value without errors is formatted.');
  else if (text === editor.text()) editor.replace(formatted);
}

/** Adds files. Dropped files replace an example; opened files are added. */
async function open(opened: readonly File[], replace: boolean): Promise<void> {
  const before = texts();
  const kept = replace || before.every(({ text }) => text.trim() === '') ? [] : before;
  const used = kept.reduce((sum, { text }) => sum + text.length, 0);
  const { texts: read, refused } = await readFiles(opened, MAX_BYTES - used);
  if (read.length === 0) return say(refused.join('\n'));
  const taken = new Set(kept.map(({ name }) => name));
  const added = read.map(({ name, text }) => {
    const free = freeName(name, taken);
    taken.add(free);
    return { name: free, text };
  });
  const isLoss = kept.length === 0 && !isExample && before.some(({ text }) => text.trim() !== '');
  replaceFiles([...kept, ...added], kept.length);
  if (isLoss) offerUndo([...refused, 'The files replace your texts.'].join('\n'), before);
  else say(refused.join('\n'));
}

async function openLink(): Promise<boolean> {
  try {
    const shared = await unpackLink(location.hash);
    if (shared === undefined) return false;
    setShared(shared);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** After a change the link and the notice are outdated. */
function forgetLink(): void {
  if (location.hash !== '')
    history.replaceState(history.state, '', location.pathname + location.search);
  say('');
}

start();
