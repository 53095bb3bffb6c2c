import { escapeJson } from './escape.ts';
import { printHead, printListed } from './json.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';

/** The JSON report line by line: each finding, then the rest of the report. */
const jsonl: Reporter = function* (result, context) {
  for (const finding of listedFindings(result, context)) yield line(printListed(finding));
  yield line(printHead(result, context));
};

const line = (value: object): string => `${escapeJson(JSON.stringify(value))}\n`;

export default jsonl;
