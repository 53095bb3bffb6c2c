import type { LintResult } from '../lint/lint.ts';
import type { Finding, Location } from '../model/finding.ts';
import { truncate } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { encodePath, pathFromRoot, writeJson } from './escape.ts';
import { isComplete, listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { printEntry } from './rule-page.ts';
import { wordFailure, wordFinding, wordNotChecked } from './words.ts';

/** Code scanning takes no longer descriptions. */
const LONGEST = 1024;
const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const PROBLEMS = { error: 'error', warning: 'warning', info: 'recommendation' } as const;

type Artifact = (source: string) => object;

/** SARIF 2.1.0, one run, ready for code scanning. */
const sarif: Reporter = (result, context) => {
  const { folder, tool, rules } = context;
  const listed = listedFindings(result, context, true);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const artifact: Artifact = (source) => ({
    artifactLocation: { uri: encodePath(pathFromRoot(source, folder)), uriBaseId: '%SRCROOT%' },
  });
  const root = `The ${folder === undefined ? 'folder of the run' : 'root of the checkout'}.`;
  const driver = {
    ...{ name: tool.name, version: tool.version, semanticVersion: tool.version },
    // There is no page on the internet.
    informationUri: `urn:${tool.name}:tool`,
    rules: rules.map(describeRule),
    notifications: NOTIFICATIONS,
  };
  const invocation = {
    executionSuccessful: isComplete(result),
    toolExecutionNotifications: [...notify(result, artifact)],
  };
  const run = {
    ...{ tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits' },
    originalUriBaseIds: { '%SRCROOT%': { description: { text: root } } },
    results: listed.map((each) => printResult(each, indexes.get(each.rule), artifact)),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return writeJson({ $schema, version: '2.1.0', runs: [run] });
};

/** With the properties that code hosts read. */
function describeRule(rule: AnyRule): object {
  const { id, severity, preset, stage, summary, why, remedy } = rule;
  const full = `${summary} ${why}`;
  return {
    // A name that differs in case only is refused.
    ...{ id, name: pascalCase(id.includes('-') ? id : `rule-${id}`) },
    shortDescription: { text: truncate(summary, LONGEST) },
    fullDescription: { text: truncate(full, LONGEST) },
    help: { text: `${full}\n\n${remedy}`, markdown: printEntry(rule) },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: [stage, preset],
      precision: preset === 'recommended' ? 'high' : 'medium',
      'problem.severity': PROBLEMS[severity],
    },
  };
}

const pascalCase = (id: string): string =>
  id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());

// Code scanning requires the same fields as for a rule.
const NOTIFICATIONS = [
  ['not-read', 'An input that could not be read.', 'Make it readable, and run again.'],
  ['not-checked', 'A check or result that is left out.', 'The text names what is missing.'],
].map(([id = '', summary, help]) => ({
  ...{ id, name: pascalCase(id), shortDescription: { text: summary } },
  ...{ fullDescription: { text: `${summary} ${help}` }, help: { text: help } },
}));

function* notify({ failures, notChecked }: LintResult, artifact: Artifact): Iterable<object> {
  const notification = (index: number, level: string, text: string): object => ({
    ...{ descriptor: { id: NOTIFICATIONS[index]?.id, index }, level },
    message: { text: escapeLinks(text) },
  });
  for (const failure of failures)
    yield {
      ...notification(0, 'error', wordFailure(failure)),
      locations: [{ physicalLocation: artifact(failure.source) }],
    };
  for (const text of wordNotChecked(notChecked))
    yield notification(1, 'note', `not checked: ${text}`);
}

function printResult(finding: Finding, ruleIndex: number | undefined, artifact: Artifact): object {
  const { rule, severity, fingerprint, location, related, accepted } = finding;
  const { workflow, step, edge, event, fixes } = finding;
  const justification = accepted?.reason ?? 'in the baseline';
  return {
    ...{ ruleId: rule, ruleIndex, level: LEVELS[severity] },
    message: { text: printMessage(finding) },
    locations: [printLocation(location, artifact)],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, i) => ({
        ...{ id: i + 1, message: { text: escapeLinks(other.message) } },
        ...printLocation(other.location, artifact),
      })),
    }),
    ...(accepted && { suppressions: [{ kind: 'external', status: 'accepted', justification }] }),
    ...(fixes.length > 0 && { fixes: printFixes(finding, artifact) }),
    // Code hosts hash the line otherwise, and an export is often one line.
    partialFingerprints: {
      ...{ 'edgewise/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    },
    properties: { workflowId: workflow?.id, workflowName: workflow?.name, step, edge, event },
  };
}

const printFixes = ({ fixes, location }: Finding, artifact: Artifact): readonly object[] =>
  fixes.map(({ title, edits }) => {
    const replacements = edits.map(({ region, text }) => ({
      deletedRegion: region,
      insertedContent: { text },
    }));
    return {
      description: { text: escapeLinks(title) },
      artifactChanges: [{ ...artifact(location.source), replacements }],
    };
  });

/** With links to the first related places. */
function printMessage(finding: Finding): string {
  const text = wordFinding(finding);
  const statement = escapeLinks(text) + (/[.?!]$/.test(text) ? '' : '.');
  const links = finding.related
    .slice(0, 5)
    .map((other, i) => `[${escapeLinks(other.message)}](${i + 1})`);
  return links.length === 0 ? statement : `${statement} See: ${links.join(', ')}.`;
}

const printLocation = ({ source, pointer, region }: Location, artifact: Artifact): object => ({
  physicalLocation: { ...artifact(source), region: region ?? { startLine: 1 } },
  ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
});

/** In SARIF text, `[words](place)` is a link, and a backslash escapes brackets. */
const escapeLinks = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

export default sarif;
