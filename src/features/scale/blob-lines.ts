import {
  isAnyObject,
  isCount,
  isDocumentRef,
  isFlag,
  isOneOf,
  isSubject,
  isText,
  isWorkflowRef,
  listOf,
  objectOf,
  type ShapeCheck,
  tupleOf,
} from '../../core/lint/shapes.ts';

const texts = listOf(isText);
const region = objectOf({
  startLine: isCount,
  startColumn: isCount,
  endLine: isCount,
  endColumn: isCount,
});
const excerpt = objectOf({
  startLine: isCount,
  lines: (value) => texts(value) && (value as readonly string[]).length > 0,
  markStart: isCount,
  markEnd: isCount,
  cutBefore: isFlag,
  cutAfter: isFlag,
});
const location = objectOf({ source: isText, pointer: isText }, { region, excerpt });
const fixes = listOf(
  objectOf({
    title: isText,
    safety: isOneOf('safe', 'unsafe'),
    edits: listOf(
      objectOf({
        pointer: isText,
        startOffset: isCount,
        endOffset: isCount,
        region,
        text: isText,
      }),
    ),
  }),
);
const known = { workflow: isWorkflowRef, document: isDocumentRef, pointer: isText };
const skippedFiles = listOf(objectOf({ source: isText, reason: isText }));
const atLeastOne: ShapeCheck = (value) => isCount(value) && value !== 0;

/**
 * The lines of a blob: objects with one of these keys. Blobs come from other machines, so their form is
 * validated here, and summaries when rules report.
 */
export const BLOB_LINES: ReadonlyMap<string, ShapeCheck> = new Map([
  [
    'head',
    objectOf({
      shard: objectOf({ index: atLeastOne, total: atLeastOne }),
      settings: isText,
      scope: objectOf({
        paths: texts,
        events: texts,
        workflow: texts,
        status: (value) => value === null || isText(value),
        live: isFlag,
      }),
    }),
  ],
  [
    'part',
    objectOf(
      {
        completeness: objectOf({
          loaded: texts,
          listed: texts,
          used: texts,
          missing: listOf(tupleOf(isText, texts)),
          withSteps: isFlag,
          chosen: isFlag,
          gathered: isFlag,
        }),
        counts: objectOf({ steps: isCount, edges: isCount }),
        failures: listOf(objectOf({ source: isText, message: isText, refused: isFlag })),
        crashed: isFlag,
        empty: isFlag,
      },
      { first: isDocumentRef },
    ),
  ],
  ['inputs', listOf(tupleOf(isText, (value) => value === -1 || isCount(value)))],
  ['sources', texts],
  ['skipped', skippedFiles],
  ['ignored', skippedFiles],
  ['workflows', listOf(objectOf({ ...known, summaryOnly: isFlag }))],
  [
    'findings',
    listOf(
      objectOf(
        {
          rule: isText,
          severity: isOneOf('error', 'warning', 'info'),
          message: isText,
          document: isDocumentRef,
          subject: isSubject,
          location,
          related: listOf(objectOf({ message: isText, location })),
        },
        {
          help: isText,
          consequence: isText,
          fingerprintKey: objectOf({}, { names: isText, detail: isText }),
          names: texts,
          fixes,
        },
      ),
    ),
  ],
  ['definitions', listOf(objectOf({ document: isDocumentRef, pointer: isText, raw: isAnyObject }))],
  [
    'resources',
    listOf(objectOf({ of: isText, document: isDocumentRef, pointer: isText, value: isAnyObject })),
  ],
  [
    'undecided',
    listOf(
      objectOf(
        { rule: isText, reason: isText },
        { item: objectOf({ noun: isText, name: isText }) },
      ),
    ),
  ],
  ['summaries', tupleOf(isText, listOf(objectOf({ row: isCount, summary: () => true })))],
  ['end', isCount],
]);
