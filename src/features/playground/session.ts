/** What the worker does, as plain functions over the texts of the last check. */
import { causes, mandatory } from '../../../rules/causes.ts';
import { rules } from '../../../rules/index.ts';
import { decodeFile } from '../../core/document/text.ts';
import { lint } from '../../core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../../core/lint/settings.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Finding, Fix } from '../../core/model/finding.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { plural } from '../../core/model/text.ts';
import type { Document } from '../../core/model/workflow.ts';
import { escapeMarkup, escapeText } from '../../core/report/escape.ts';
import { bySeverity } from '../../core/report/listing.ts';
import { headline, wordNotChecked } from '../../core/report/words.ts';
import { drawPictures, pictureOf } from '../picture/index.ts';
import {
  caseEmails,
  caseText,
  eventNames,
  type Simulation,
  simulate,
  simulationSvg,
  workflowOf,
} from '../simulate/index.ts';
import { EXAMPLES } from './examples.generated.ts';
import { listFindings } from './findings.ts';
import type { Calls, Drawn, ShownFinding, ShownFix } from './protocol.ts';

const MOST_DRAWN = 20;
const MOST_CASES = 20;

export function createSession(): Calls {
  const examples = new Map(EXAMPLES);
  let documents: readonly Document[] = [];
  let findings: readonly Finding[] = [];
  return {
    check(texts, preset) {
      const choice = { ...DEFAULT_CHOICE, preset };
      const decoded = texts.flatMap(({ name, text }) => decodeFile(name, text));
      const result = lint(decoded, { rules, causes, mandatory }, { choice });
      documents = result.documents;
      findings = bySeverity(result.findings.filter(({ accepted }) => accepted === undefined));
      const shown = findings.map(show);
      return {
        headline: escapeText(headline(result)),
        findings: shown,
        html: listFindings(findings, shown, [...wordNotChecked(result.notChecked)]),
        events: [...new Set([...startsOf(documents), ...eventNames(documents)])],
      };
    },
    draw(source) {
      const own = documents.filter(({ input }) => input.name === source);
      const workflows = own.flatMap((document) => document.workflows);
      if (workflows.length === 0) return { svg: '', html: remark('No workflow in this text.') };
      const drawn = workflows.slice(0, MOST_DRAWN);
      const left = workflows.length - drawn.length;
      return {
        svg: drawPictures(drawn.map((workflow) => pictureOf(workflow, findings))),
        html: left === 0 ? '' : remark(`${plural(left, 'more workflow')}, not drawn.`),
      };
    },
    simulate: (event, isAll) => drawTimeline(simulate(documents, { event, later: [], isAll })),
    examples: () => [...examples.keys()],
    example(rule) {
      const own = examples.get(rule);
      const preset = rules.find(({ id }) => id === rule)?.preset ?? 'recommended';
      return own && { texts: own, preset };
    },
  };
}

/** The events that start a workflow. */
function startsOf(documents: readonly Document[]): readonly string[] {
  const steps = documents.flatMap(({ workflows }) => workflows.flatMap((each) => each.steps ?? []));
  return steps.filter(isTrigger).flatMap((step) => eventNameOf(step) ?? []);
}

function show(finding: Finding): ShownFinding {
  const { severity, rule, message, consequence, help = '', location, fixes } = finding;
  return {
    ...{ source: location.source, region: location.region, severity },
    message: escapeText(consequence === undefined ? message : `${message}; ${consequence}`),
    help: escapeText(help),
    rule: escapeText(rule),
    fixes: fixes.map(showFix),
  };
}

const showFix = ({ title, safety, edits }: Fix): ShownFix => ({
  label: escapeText(`${safety === 'safe' ? 'Fix' : 'Fix, and review'}: ${title}`),
  edits: edits.flatMap(({ region, text }) => (region === undefined ? [] : [{ region, text }])),
});

function drawTimeline(simulation: Simulation): Drawn {
  const { runs, refused, notEnabled, gaps, notes } = simulation;
  const off = notEnabled.map(({ name, id }) => `"${name ?? id ?? 'unnamed'}" is not enabled.`);
  const remarks = [
    ...(runs.length === 0 ? ['No enabled workflow starts on this event.'] : []),
    ...refused.flatMap(({ problems }) => problems),
    ...[...off, ...gaps, ...notes],
  ];
  const cases = listCases(simulation);
  return {
    svg: runs.length === 0 ? '' : simulationSvg(simulation),
    html: cases + remarks.map(remark).join(''),
  };
}

/** The cases of a subscribed contact, where there are several. */
function listCases(simulation: Simulation): string {
  const { cases, runs } = simulation;
  const open = cases.filter((each) => each.isSubscribed && each.answers.length > 0);
  const items = open.slice(0, MOST_CASES).map((each) => {
    const answers = caseText(each);
    const of = runs.length > 1 ? [workflowOf(simulation, each.run)] : [];
    const start = [...of, answers].filter(Boolean).join(': ') || 'always';
    return `<li>${escapeMarkup(start)} <b>${escapeMarkup(caseEmails(simulation, each))}</b></li>`;
  });
  if (open.length > items.length)
    items.push(`<li>${plural(open.length - items.length, 'more case')}</li>`);
  return items.length < 2 ? '' : `<ul class="cases">${items.join('')}</ul>`;
}

const remark = (text: string): string => `<p class="remark">${escapeMarkup(text)}</p>`;
