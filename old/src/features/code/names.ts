const ENDINGS = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;

/** Whether a file may contain code to read: no type declarations, no minified files. */
export const isCode = (name: string): boolean =>
  ENDINGS.test(name) && !/\.d\.[cm]?ts$|[.-]min\.[cm]?js$/.test(name);

/** Whether a file is a program in a language that is not read, but can be recorded. */
export const isOtherLanguage = (name: string): boolean =>
  /\.(?:py|go|rb|php|java|kt|cs|rs|exs?|sh|bash)$/.test(name);

/** Whether a path is a test file. Tests do not send events to the service. */
export const isTestCode = (path: string): boolean =>
  /\.(?:test|spec|stories)\.\w+$|[\\/]__(?:tests|mocks)__[\\/]/.test(path);

/** Whether a file may contain workflows or events. */
export const isJson = (path: string): boolean => /\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(path);
