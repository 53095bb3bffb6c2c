import { countBy } from '../src/core/model/groups.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import { saveText } from '../src/features/html/view/save.ts';
import { createChecker } from './checker.ts';
import { createEditor } from './editor.ts';
import { EXAMPLES, hasExampleName, isExampleText } from './examples.ts';
import { createFileBar } from './file-bar.ts';
import { createFindingsPanel } from './findings-panel.ts';
import { freeName } from './free-name.ts';
import { keepTexts, keptTexts } from './keep.ts';
import { readLink, showLink } from './link.ts';
import { marksIn } from './marks.ts';
import { createNotice } from './notice.ts';
import { createPicturePanel } from './picture-panel.ts';
import type { CheckOutcome, NamedText, Shared } from './protocol.ts';
import { readFiles } from './read.ts';
import { createRulesPanel } from './rules-panel.ts';
import { createTabs } from './tabs.ts';
import { startThread } from './thread.ts';
import { createTimelinePanel } from './timeline-panel.ts';

const BLANK: NamedText = { name: 'workflow.json', text: '' };

const thread = startThread();
const { say, element: notice } = createNotice(document.getElementById('notice') as HTMLElement);
let files: readonly NamedText[] = [];
let current = 0;
let checked: CheckOutcome | undefined;
/** The texts were replaced since the last check, not only edited. */
let isFresh = true;
/** The texts of the last check. */
let sent: readonly NamedText[] = [];

const editor = createEditor({
  onInput(replaced) {
    forgetLink();
    if (replaced !== undefined) takePasted(replaced);
    example.selectedIndex = 0;
    checkSoon();
  },
  onFinding: (finding) => findings.reveal(finding),
  onFix: applyFix,
  async onCaret(line, column) {
    const spot = await thread.spotAt((files[current] as NamedText).name, line, column);
    if (spot !== undefined) picture.select(spot);
  },
  complete: (text, offset) => thread.complete((files[current] as NamedText).name, text, offset),
  onFormat: () => void formatText(),
});
const bar = createFileBar({
  onChoose: (index) => turnTo(index),
  onAdd: () =>
    replaceFiles([...texts(), { ...BLANK, name: freeName(BLANK.name, files) }], files.length),
  onRemove(index) {
    const before = texts();
    const left = before.filter((_, i) => i !== index);
    replaceFiles(left.length === 0 ? [BLANK] : left, Math.min(index, Math.max(0, left.length - 1)));
    say(`${before[index]?.name} was removed.`, () => replaceFiles(before, 0));
    editor.focus();
  },
  onOpen: (opened) => void open(opened, false),
  onFormat: () => void formatText(),
});
const findings = createFindingsPanel({
  onText: (finding) => showInText(finding, true),
  onPicture(finding) {
    tabs.open('picture');
    showInPicture(finding, true);
  },
  onFix: applyFix,
  onFocus(finding) {
    showInText(finding, false);
    showInPicture(finding, false);
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
    sent = shared.files;
    return { texts: shared.files, settings: shared.settings };
  },
  onChecked(result) {
    checked = result;
    const { name } = files[current] as NamedText;
    const isBroken = result.data.findings.some(({ rule }) => rule === 'invalid-json');
    const isStale = isBroken && !isFresh && result.plain.length === 0;
    findings.show(result);
    picture.show(result, name, isStale);
    timeline.show(result, isStale);
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
    replaceFiles(chosen.files, 0);
    if (!before.every(isExampleText))
      say('The example replaces your texts.', () => replaceFiles(before, 0));
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

function replaceFiles(next: readonly NamedText[], index: number): void {
  files = next.map(({ name, text }) => ({ name, text: text.replace(/\r\n?/g, '\n') }));
  current = -1;
  isFresh = true;
  findings.element.scrollTop = 0;
  forgetLink();
  turnTo(index);
  checkSoon();
}

/** A pasted text has no name of an example, and is not checked together with the other texts of the example. */
function takePasted(replaced: string): void {
  isFresh = true;
  const { name } = files[current] as NamedText;
  if (!hasExampleName(name)) return;
  const [before, at] = [files.with(current, { name, text: replaced }), current];
  const others = files.filter((file, i) => i !== at && !isExampleText(file));
  const pasted = freeName('pasted.json', others);
  replaceFiles([...others, { name: pasted, text: editor.text() }], others.length);
  const what = before.length - others.length > 1 ? 'texts of the example were' : 'example was';
  say(`The ${what} replaced.`, () => replaceFiles(before, at));
}

function applyFix(finding: number, fix: number): void {
  const chosen = checked?.fixes[finding]?.[fix];
  const index = files.findIndex(({ name }) => name === checked?.data.findings[finding]?.source);
  const before = texts();
  // Its places are those of the checked text; a changed one is checked again at once.
  if (chosen === undefined || before[index]?.text !== sent[index]?.text) return;
  if (index !== current) turnTo(index);
  editor.edit(chosen.edits);
  say(`Fixed: ${chosen.title}.`, () => replaceFiles(before, index));
}

function turnTo(index: number): void {
  if (current !== -1) files = texts();
  current = index;
  const { name, text } = files[index] as NamedText;
  bar.show(files, index);
  editor.load(text, name);
  mark();
  const workflow = checked?.plain.findIndex(({ source }) => source === name) ?? -1;
  if (workflow !== -1) picture.select({ workflow, mark: undefined });
  timeline.follow(name);
}

function mark(): void {
  const { findings: found } = checked?.data ?? { findings: [] };
  editor.mark(marksIn(checked, files[current]?.name));
  bar.count(countBy(found, ({ source }) => source));
}

function showInText(finding: number, focus: boolean): void {
  const region = checked?.regions[finding];
  const index = files.findIndex(({ name }) => name === checked?.data.findings[finding]?.source);
  if (!region || index === -1) return;
  if (index !== current) turnTo(index);
  editor.show(region, focus);
}

function showInPicture(finding: number, focus: boolean): void {
  const { workflow, mark } = checked?.data.findings[finding] ?? {};
  if (workflow !== undefined) picture.select({ workflow, mark }, focus);
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
  const { texts: added, refused } = await readFiles(opened, kept);
  if (added.length === 0) return say(refused.join('\n'));
  const isLoss =
    kept.length === 0 && before.some((file) => file.text.trim() !== '' && !isExampleText(file));
  replaceFiles([...kept, ...added], kept.length);
  const said = isLoss ? [...refused, 'The files replace your texts.'] : refused;
  say(said.join('\n'), isLoss ? () => replaceFiles(before, 0) : undefined);
}

async function openLink(): Promise<boolean> {
  try {
    const shared = await readLink(location.hash, thread.exampleOf);
    if (shared !== undefined) setShared(shared);
    return shared !== undefined;
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
