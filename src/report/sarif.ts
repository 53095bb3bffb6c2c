import type { Finding, Location, Related, Result } from '../model/finding.ts';
import { describedRules, detailedFindings, worstFirst } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { describeRule, levelOf } from './sarif-rules.ts';
import { sourceUri } from './uri.ts';
import { count } from './words.ts';
import { writeJson } from './write-json.ts';

// What GitHub's code scanning takes of one run, and of one result.
const MAX_RESULTS = 25_000;
const MAX_LOCATIONS = 1_000;
/** Related places that the message itself links to. */
const MAX_LINKS = 5;

/** SARIF 2.1.0, one run, ready for code scanning. */
export const sarif: Reporter = (result, context) => {
  const listed = detailedFindings(result, context);
  const kept = worstFirst(listed, MAX_RESULTS);
  const rules = describedRules(kept, context);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const { folder } = context;
  const uriOf = createUris(folder);
  const { name, version, homepage } = context.tool;
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
            informationUri: homepage,
            rules: rules.map((rule) => describeRule(rule, context)),
            notifications: NOTIFICATIONS,
          },
        },
        invocations: [
          {
            executionSuccessful: result.complete,
            toolExecutionNotifications: [...notify(result, listed.length - kept.length, indexes, uriOf)],
          },
        ],
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: folder === undefined ? 'The folder that edgewise was started in.' : 'The root of the checkout.' } },
        },
        columnKind: 'utf16CodeUnits',
        results: printResults(kept, indexes, uriOf),
      },
    ],
  });
};

// Code scanning asks of a notification what it asks of a rule.
const NOTIFICATIONS = [
  describeNotification(
    'not-read',
    'NotRead',
    'Something that was asked for could not be read.',
    'Make it readable and run again: until then the answer is incomplete.',
  ),
  describeNotification(
    'not-checked',
    'NotChecked',
    'Something that a rule could not decide.',
    'Give the whole of what the rule needs: the text says what is missing.',
  ),
  describeNotification(
    'left-out',
    'LeftOut',
    'Results beyond the number that code scanning takes.',
    'Put the worst right first; the JSON report holds them all.',
  ),
];

function describeNotification(id: string, name: string, summary: string, help: string) {
  return { id, name, shortDescription: { text: summary }, fullDescription: { text: `${summary} ${help}` }, help: { text: help } };
}

type UriOf = (source: string) => string;

function* notify({ failures, notChecked }: Result, leftOut: number, indexes: ReadonlyMap<string, number>, uriOf: UriOf): Iterable<object> {
  for (const { source, message } of failures) {
    yield { ...notification('not-read', 'error', `${source}: ${message}`), locations: [{ physicalLocation: { artifactLocation: artifact(source, uriOf) } }] };
  }
  for (const { rule, reason } of notChecked) {
    const index = indexes.get(rule);
    const text = `not checked: ${rule === '*' ? 'everything about steps' : rule} (${reason})`;
    yield { ...notification('not-checked', 'note', text), ...(index !== undefined && { associatedRule: { id: rule, index } }) };
  }
  if (leftOut > 0) yield notification('left-out', 'warning', `${count(leftOut, 'result')} left out, the least severe: code scanning takes ${MAX_RESULTS}`);
}

function notification(id: string, level: string, text: string): object {
  return { descriptor: { id, index: NOTIFICATIONS.findIndex((each) => each.id === id) }, level, message: { text: escapeLinks(text) } };
}

function* printResults(findings: readonly Finding[], indexes: ReadonlyMap<string, number>, uriOf: UriOf): Iterable<object> {
  const seen = new Map<string, number>();
  for (const finding of findings) {
    const { rule, severity, fingerprint, location, related, workflow, step, edge, event, suppressed } = finding;
    const nth = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, nth);
    const relatedLocations = related.slice(0, MAX_LOCATIONS).map((other, i) => ({
      id: i + 1,
      message: { text: escapeLinks(other.message) },
      ...printLocation(other.location, uriOf),
    }));
    yield {
      ruleId: rule,
      ruleIndex: indexes.get(rule),
      level: levelOf(severity),
      message: { text: messageOf(finding) },
      locations: [printLocation(location, uriOf)],
      ...(relatedLocations.length > 0 && { relatedLocations }),
      ...(suppressed !== undefined && { suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed.reason ?? 'in the baseline' }] }),
      partialFingerprints: {
        'edgewise/v1': nth === 1 ? fingerprint : `${fingerprint}:${nth}`,
        // Left alone, a code host hashes the line, and an export is often one line.
        primaryLocationLineHash: `${fingerprint}:${nth}`,
      },
      properties: { workflowId: workflow?.id, workflowName: workflow?.name, step, edge, event },
    };
  }
}

/** What is wrong, what to do, and links to the first related places. */
function messageOf({ message, help, related }: Finding): string {
  const sentences = [message, ...(help === undefined ? [] : [`Help: ${help}`])].map((text) => escapeLinks(text) + (/[.?!]$/.test(text) ? '' : '.'));
  const links = related.slice(0, MAX_LINKS).map((other: Related, i) => `[${escapeLinks(other.message)}](${i + 1})`);
  if (links.length > 0) sentences.push(`See: ${links.join(', ')}.`);
  return sentences.join(' ');
}

function printLocation({ source, pointer, region }: Location, uriOf: UriOf): object {
  return {
    physicalLocation: { artifactLocation: artifact(source, uriOf), region: region ?? { startLine: 1 } },
    ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

function artifact(source: string, uriOf: UriOf): object {
  return { uri: uriOf(source), uriBaseId: '%SRCROOT%' };
}

/** Findings of a source stand together, and most have nothing to do with any other. */
function createUris(folder: string | undefined): UriOf {
  let last: string | undefined;
  let uri = '';
  return (source) => {
    if (source !== last) [last, uri] = [source, sourceUri(source, folder)];
    return uri;
  };
}

/** In plain text of SARIF `[words](place)` is a link, and a backslash makes brackets and backslashes literal. */
function escapeLinks(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}
