import { escapeJson } from './escape.ts';
import { printed, printFrame } from './json.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';

/** The JSON report line by line: each finding as it stands there, then the rest of the report. */
export const jsonl: Reporter = function* (result, context) {
  for (const finding of printed(listedFindings(result, context), context)) yield line(finding);
  yield line(printFrame(result, context));
};

const line = (value: object): string => `${escapeJson(JSON.stringify(value))}\n`;
