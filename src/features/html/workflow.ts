/** A workflow of the page: its picture beside its findings, and its timeline. */
import { eventNameOf } from '../../core/model/config.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import type { Document, Workflow } from '../../core/model/workflow.ts';
import { sourceName } from '../../core/report/words.ts';
import { drawInPage, pictureOf } from '../picture/index.ts';
import { simulate, simulationSvg } from '../simulate/index.ts';
import { findingMarkup, idOf, type Look } from './finding.ts';
import { html, type Markup, NOTHING, trusted } from './markup.ts';
import { countsOf, type Section } from './sections.ts';

export interface Drawing extends Look {
  /** Documents with events: they say what a payload must have. */
  readonly events: readonly Document[];
}

/** @param isDrawn otherwise, the page has too many pictures. */
export function workflowMarkup(section: Section, drawing: Drawing, isDrawn: boolean): Markup {
  const { workflow, own } = section;
  const body = isDrawn ? drawnMarkup(section, drawing) : NOTHING;
  const title = html`<h3>${titleOf(workflow)}</h3> ${factsMarkup(section)}`;
  if (own.length === 0)
    return html`<details class="workflow"><summary>${title}</summary>\n${body}</details>\n`;
  return html`<section class="workflow">
${title}
${body}${isDrawn ? NOTHING : findingsMarkup(section, drawing)}</section>
`;
}

const titleOf = ({ name, id }: Workflow): string => name ?? id ?? 'unnamed workflow';

function factsMarkup({ workflow: { status, document }, own, findings }: Section): Markup {
  const counts = countsOf(own).map(
    ({ severity, text }) => html`<span class="count ${severity}">${text}</span> `,
  );
  const state = status === undefined ? NOTHING : html`<span class="status">${status}</span> `;
  const source = html`<span class="note">${sourceName(document.input.name)}</span>`;
  const left = own.length - findings.length;
  const note = left > 0 ? html` <span class="note">${left} not listed</span>` : NOTHING;
  return html`<span class="facts">${counts}${state}${source}${note}</span>`;
}

const findingsMarkup = ({ findings }: Section, look: Look): Markup =>
  findings.length === 0
    ? NOTHING
    : html`<div class="findings">\n${findings.map((each) => findingMarkup(each, look))}</div>\n`;

function drawnMarkup(section: Section, drawing: Drawing): Markup {
  const { workflow, findings } = section;
  const addresses = new Map(findings.map((each) => [each.finding.fingerprint, `#${idOf(each)}`]));
  const picture = pictureOf(
    workflow,
    findings.map(({ finding }) => finding),
  );
  const drawn = drawInPage(picture, (fingerprint) => addresses.get(fingerprint));
  const beside = findingsMarkup(section, drawing);
  return html`<div class="pair">
${scrolled('picture', `Picture of ${titleOf(workflow)}`, drawn)}
${beside}</div>
${timelineMarkup(workflow, drawing)}`;
}

/** What one contact receives after the event that starts the workflow. */
function timelineMarkup(workflow: Workflow, { events }: Drawing): Markup {
  const trigger = workflow.steps?.find(isTrigger);
  const event = trigger && eventNameOf(trigger);
  if (event === undefined) return NOTHING;
  const alone = { ...workflow.document, workflows: [workflow], events: [], lists: [] };
  const simulation = simulate([alone, ...events], { event, later: [], isAll: true });
  const { sends, gaps } = simulation;
  const notes = gaps.map((gap) => html`<p class="note">${gap}</p>\n`);
  if (sends.length === 0) return html`${notes}`;
  const drawn = simulationSvg(simulation, true);
  return html`${scrolled('timeline', `Timeline of ${titleOf(workflow)}`, drawn)}\n${notes}`;
}

/** The keyboard scrolls it. */
const scrolled = (kind: string, label: string, svg: string): Markup =>
  html`<div class="${kind}" tabindex="0" role="region" aria-label="${label}">${trusted(svg)}</div>`;
