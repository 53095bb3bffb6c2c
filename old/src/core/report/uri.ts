/**
 * The relative URI of a source. Code hosts refuse a report with a URI outside the root or with a scheme,
 * so stdin, other folders and the live API get paths below the root too.
 * @param folder path of sources from the root.
 */
export function sourceUri(source: string, folder?: string): string {
  return segmentsFromRoot(source, folder).map(encodeSegment).join('/');
}

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

// Replaces `..`, which would leave the root.
const PARENT = '_parent';

export function encodeSegment(segment: string): string {
  // A lone surrogate has no UTF-8 form.
  return encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'));
}
