import type { Finding, Location } from '../model/finding.ts';
import { plural, truncate } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { encodePath, pathFromRoot, writeJson } from './escape.ts';
import { bySeverity, isComplete, listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { printEntry } from './rule-page.ts';
import { wordFailure, wordFinding, wordNotChecked, wordOwned } from './words.ts';

/** Code scanning takes no longer descriptions. */
const LONGEST = 1024;
/** It refuses a run with more results. */
const MOST_RESULTS = 25_000;
const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const PROBLEMS = { error: 'error', warning: 'warning', info: 'recommendation' } as const;

type Artifact = (source: string) => object;

/** SARIF 2.1.0, one run, ready for code scanning. */
const sarif: Reporter = (result, context) => {
  const { folder, tool, rules } = context;
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const artifact: Artifact = (source) => ({
    artifactLocation: { uri: encodePath(pathFromRoot(source, folder)), uriBaseId: '%SRCROOT%' },
  });
  const driver = {
    ...{ name: tool.name, version: tool.version, semanticVersion: tool.version },
    // There is no page on the internet.
    informationUri: `urn:${tool.name}:tool`,
    rules: rules.map(describeRule),
  };
  const listed = listedFindings(result, context, true);
  const left = listed.length - MOST_RESULTS;
  const notes = [
    ...(left > 0 ? [`not listed: ${plural(left, 'more finding')}; other formats have all`] : []),
    ...Array.from(wordNotChecked(result.notChecked), (text) => `not checked: ${text}`),
  ];
  const invocation = {
    executionSuccessful: isComplete(result),
    toolExecutionNotifications: [
      ...result.failures.map((failure) => ({
        ...{ level: 'error', message: textOf(wordFailure(failure)) },
        locations: [{ physicalLocation: artifact(failure.source) }],
      })),
      ...notes.map((text) => ({ level: 'note', message: textOf(text) })),
    ],
  };
  const run = {
    ...{ tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits' },
    originalUriBaseIds: { '%SRCROOT%': { description: textOf('The root of the paths.') } },
    results: (left > 0 ? bySeverity(listed).slice(0, MOST_RESULTS) : listed).map((each) =>
      printResult(each, indexes.get(each.rule), artifact),
    ),
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return writeJson({ $schema, version: '2.1.0', runs: [run] });
};

/** With the properties that code hosts read. */
function describeRule(rule: AnyRule): object {
  const { id, severity, preset, stage, summary, why, remedy } = rule;
  const full = `${summary} ${why}`;
  return {
    id,
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

function printResult(finding: Finding, ruleIndex: number | undefined, artifact: Artifact): object {
  const { rule, severity, fingerprint, location, related, accepted, fixes } = finding;
  const justification = accepted?.reason ?? 'in the baseline';
  return {
    ...{ ruleId: rule, ruleIndex, level: LEVELS[severity] },
    message: { text: printMessage(finding) },
    locations: [printLocation(location, artifact)],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, i) => ({
        ...{ id: i + 1, message: textOf(other.message) },
        ...printLocation(other.location, artifact),
      })),
    }),
    ...(accepted && { suppressions: [{ kind: 'external', status: 'accepted', justification }] }),
    ...(fixes.length > 0 && { fixes: printFixes(finding, artifact) }),
    // Code hosts hash the line otherwise, and an export is often one line.
    partialFingerprints: {
      ...{ 'edgewise/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    },
  };
}

const printFixes = ({ fixes, location }: Finding, artifact: Artifact): readonly object[] =>
  fixes.map(({ title, edits }) => {
    const replacements = edits.map(({ region, startOffset, endOffset, text }) => ({
      deletedRegion: region ?? { charOffset: startOffset, charLength: endOffset - startOffset },
      insertedContent: { text },
    }));
    return {
      description: textOf(title),
      artifactChanges: [{ ...artifact(location.source), replacements }],
    };
  });

/** Code scanning shows a related place only where the message links to it. */
function printMessage(finding: Finding): string {
  const text = wordOwned(finding, wordFinding(finding));
  const statement = escapeLinks(text) + (/[.?!]$/.test(text) ? '' : '.');
  const links = finding.related
    .slice(0, 5)
    .map(({ message }, i) => `[${escapeLinks(message)}](${i + 1})`);
  return links.length === 0 ? statement : `${statement} See: ${links.join(', ')}.`;
}

const printLocation = ({ source, region }: Location, artifact: Artifact): object => ({
  physicalLocation: { ...artifact(source), region: region ?? { startLine: 1 } },
});

/** In SARIF text, `[words](place)` is a link, and a backslash escapes brackets. */
const escapeLinks = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

const textOf = (text: string): object => ({ text: escapeLinks(text) });

export default sarif;
