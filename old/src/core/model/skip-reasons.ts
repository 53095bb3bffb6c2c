/** Why a file in a folder may be a damaged export although it is skipped. Reports name such files. */
export const EMPTY_FILE = 'an empty file';
export const OTHER_TEXTS = ['HTML or XML', 'YAML'];
export const NEARLY_WORKFLOW = 'nearly a workflow';

const WHOLE = new Set([EMPTY_FILE, ...OTHER_TEXTS]);

/** Whether a file that is skipped for this reason may be a damaged export. */
export const isDoubtful = (reason: string): boolean =>
  WHOLE.has(reason) || reason.startsWith(NEARLY_WORKFLOW);
