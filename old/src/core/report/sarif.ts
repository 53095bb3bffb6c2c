import type { Finding, Location, Result, SuppressedBy } from '../model/finding.ts';
import { pluralize } from '../model/text.ts';
import { describedRules, detailedFindings, uniqueFingerprints, worstFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { describeRule, LEVELS, pascalCase } from './sarif-rules.ts';
import { sourceUri } from './uri.ts';
import { messageOf } from './words.ts';
import { writeJson } from './write-json.ts';

/** GitHub code scanning takes no more. */
const CODE_SCANNING_RESULTS = 25_000;

/** SARIF 2.1.0, one run, ready for code scanning. */
const sarif: Reporter = (result, context) => {
  const listed = detailedFindings(result, context);
  const kept = worstFindings(listed, CODE_SCANNING_RESULTS);
  const rules = describedRules(kept, context);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const { folder } = context;
  const uriOf = (source: string): string => sourceUri(source, folder);
  const { name, version } = context.tool;
  const notifications = [...notify(result, listed.length - kept.length, indexes, uriOf)];
  return writeJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name,
            version,
            semanticVersion: version,
            // There is no page on the internet.
            informationUri: `urn:${name}:tool`,
            rules: rules.map((rule) => describeRule(rule, context)),
            notifications: NOTIFICATIONS,
          },
        },
        invocations: [
          { executionSuccessful: result.complete, toolExecutionNotifications: notifications },
        ],
        originalUriBaseIds: { '%SRCROOT%': { description: { text: rootOf(folder) } } },
        columnKind: 'utf16CodeUnits',
        results: [...printResults(kept, indexes, uriOf)],
      },
    ],
  });
};

const rootOf = (folder: string | undefined): string =>
  folder === undefined ? 'The folder that edgewise was started in.' : 'The root of the checkout.';

// Code scanning requires the same fields as for a rule.
const NOTIFICATIONS = [
  {
    id: 'not-read',
    summary: 'An input that could not be read.',
    help: 'Make it readable and run again: until then the answer is incomplete.',
  },
  {
    id: 'not-checked',
    summary: 'A check that a rule could not make.',
    help: 'Provide the complete input that the rule needs; the text names what is missing.',
  },
  {
    id: 'left-out',
    summary: 'Results beyond the number that code scanning takes.',
    help: 'Put the worst right first; the JSON report holds them all.',
  },
].map(({ id, summary, help }) => ({
  id,
  name: pascalCase(id),
  shortDescription: { text: summary },
  fullDescription: { text: `${summary} ${help}` },
  help: { text: help },
}));

type UriOf = (source: string) => string;

function* notify(
  { failures, notChecked }: Result,
  leftOut: number,
  indexes: ReadonlyMap<string, number>,
  uriOf: UriOf,
): Iterable<object> {
  for (const { source, message } of failures) {
    yield {
      ...notification('not-read', 'error', `${source}: ${message}`),
      locations: [{ physicalLocation: { artifactLocation: artifact(source, uriOf) } }],
    };
  }
  for (const { rule, reason, inPart } of notChecked) {
    const index = indexes.get(rule);
    const text = `${inPart === true ? 'checked in part' : 'not checked'}: ${rule === '*' ? 'all rules about steps' : rule} (${reason})`;
    yield {
      ...notification('not-checked', 'note', text),
      ...(index !== undefined && { associatedRule: { id: rule, index } }),
    };
  }
  if (leftOut > 0)
    yield notification(
      'left-out',
      'warning',
      `${pluralize(leftOut, 'result')} left out, the least severe: code scanning takes ${CODE_SCANNING_RESULTS}`,
    );
}

function notification(id: string, level: string, text: string): object {
  return {
    descriptor: { id, index: NOTIFICATIONS.findIndex((each) => each.id === id) },
    level,
    message: { text: escapeLinks(text) },
  };
}

function* printResults(
  findings: readonly Finding[],
  indexes: ReadonlyMap<string, number>,
  uriOf: UriOf,
): Iterable<object> {
  const unique = uniqueFingerprints(findings);
  for (const finding of findings) {
    const { rule, severity, fingerprint, location, related, suppressed } = finding;
    const { workflow, step, edge, event } = finding;
    const own = unique.get(finding) as string;
    const relatedLocations = related.map((other, i) => ({
      id: i + 1,
      message: { text: escapeLinks(other.message) },
      ...printLocation(other.location, uriOf),
    }));
    yield {
      ruleId: rule,
      ruleIndex: indexes.get(rule),
      level: LEVELS[severity],
      message: { text: printMessage(finding) },
      locations: [printLocation(location, uriOf)],
      ...(relatedLocations.length > 0 && { relatedLocations }),
      ...(suppressed !== undefined && { suppressions: [printSuppression(suppressed)] }),
      ...(finding.fixes.length > 0 && { fixes: printFixes(finding, uriOf) }),
      partialFingerprints: {
        'edgewise/v1': own,
        // Otherwise code hosts hash the line, and an export is often one line.
        primaryLocationLineHash: own === fingerprint ? `${own}:1` : own,
      },
      properties: { workflowId: workflow?.id, workflowName: workflow?.name, step, edge, event },
    };
  }
}

function printFixes({ fixes, location }: Finding, uriOf: UriOf): readonly object[] {
  return fixes.map(({ title, edits }) => ({
    description: { text: escapeLinks(title) },
    artifactChanges: [
      {
        artifactLocation: artifact(location.source, uriOf),
        replacements: edits.map(({ region, text }) => ({
          deletedRegion: region,
          insertedContent: { text },
        })),
      },
    ],
  }));
}

function printSuppression({ reason = 'in the baseline' }: SuppressedBy): object {
  return { kind: 'external', status: 'accepted', justification: reason };
}

function printMessage(finding: Finding): string {
  const text = messageOf(finding);
  const sentences = [escapeLinks(text) + (/[.?!]$/.test(text) ? '' : '.')];
  const links = finding.related
    .slice(0, 5)
    .map((other, i) => `[${escapeLinks(other.message)}](${i + 1})`);
  if (links.length > 0) sentences.push(`See: ${links.join(', ')}.`);
  return sentences.join(' ');
}

function printLocation({ source, pointer, region }: Location, uriOf: UriOf): object {
  return {
    physicalLocation: {
      artifactLocation: artifact(source, uriOf),
      region: region ?? { startLine: 1 },
    },
    ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function artifact(source: string, uriOf: UriOf): object {
  return { uri: uriOf(source), uriBaseId: '%SRCROOT%' };
}

/** In SARIF text, `[words](place)` is a link, and a backslash escapes brackets. */
function escapeLinks(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}

export default sarif;
