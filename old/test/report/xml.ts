import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

/** What xmllint says against these documents by our description of JUnit; all at once, since each call starts a worker. */
export async function complaintsAbout(documents: readonly string[]): Promise<readonly string[]> {
  const contents = readFileSync(new URL('junit.xsd', import.meta.url), 'utf8');
  const xml = documents.map((text, i) => ({ fileName: `document-${i}.xml`, contents: text }));
  const { errors, rawOutput } = await validateXML({
    xml,
    schema: { fileName: 'junit.xsd', contents } as never,
  });
  const read =
    rawOutput.match(/^document-\d+\.xml (?:validates|fails to validate)$/gm)?.length ?? 0;
  if (errors.length === 0 && read < documents.length)
    throw new Error(`xmllint read ${read} of ${documents.length} documents`);
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The values of an attribute, as a reader of XML has them. */
export function attributes(xml: string, element: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}\\b[^>]*? ${name}="([^"]*)"`, 'g'))].map(
    ([, value = '']) => decoded(value),
  );
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
