/**
 * The relative URI by which a machine report names a source. Code hosts refuse a whole report over one URI that leaves
 * the root or has another scheme, so every source gets a place below the root: stdin, other folders and the live API too.
 * @param folder where the paths of sources start, from the root.
 */
export function sourceUri(source: string, folder?: string): string {
  return segmentsFromRoot(source, folder).map(encodeSegment).join('/');
}

/** The same place as a path, for formats that write it as it is. */
export function sourcePath(source: string, folder?: string): string {
  return segmentsFromRoot(source, folder).join('/');
}

function segmentsFromRoot(source: string, folder = ''): readonly string[] {
  const isFile = source !== '-' && !source.startsWith('/') && !REMOTE.test(source);
  return segmentsBelowRoot(isFile ? `${folder}/${source}` : source);
}

const REMOTE = /^https?:\/\//;

function segmentsBelowRoot(source: string): readonly string[] {
  if (source === '-') return ['stdin'];
  const segments: string[] = [];
  for (const segment of source.replace(REMOTE, '').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.length === 0 || segments.at(-1) === PARENT) segments.push(PARENT);
    else segments.pop();
  }
  return segments.length === 0 ? ['source'] : segments;
}

// A folder above the root: `..` would leave it, percent-encoded or not.
const PARENT = '_parent';

/** One part of a path, as a URI writes it. */
export function encodeSegment(segment: string): string {
  // Half a surrogate pair has no UTF-8 form.
  return encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'));
}
