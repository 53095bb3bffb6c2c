import type { Failure, Result } from '../model/finding.ts';
import type { Document } from '../model/nodes.ts';
import type { CheckedDocument, CheckSettings } from './check.ts';
import { lint } from './lint.ts';

/** Documents to check together, for programs that parse them themselves. */
export interface Linter {
  /** @param text for the lines of findings; without it they have none. */
  add(document: Document, text?: CheckedDocument['text']): void;
  /** Something that could not be read. */
  fail(failure: Failure): void;
  /** Checks all documents. */
  finish(): Result;
}

export function createLinter(
  rules: CheckSettings['rules'],
  settingAt?: CheckSettings['settingAt'],
): Linter {
  const documents: CheckedDocument[] = [];
  const failures: { readonly failure: Failure }[] = [];
  return {
    add: (document, text) => void documents.push({ document, text }),
    fail: (failure) => void failures.push({ failure }),
    finish: () => lint({ documents, failures }, { rules, settingAt }),
  };
}
