import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a `file:` URI. */
export function filePathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** One spelling: editors escape different characters. */
export function normalizeUri(uri: string): string {
  const path = filePathOf(uri);
  return path === undefined ? uri : pathToFileURL(path).href;
}
