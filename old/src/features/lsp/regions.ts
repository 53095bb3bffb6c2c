import { locate } from '../../core/document/locate.ts';
import { createRegions } from '../../core/document/regions.ts';
import type { Region } from '../../core/model/finding.ts';
import type { Document } from '../../core/model/nodes.ts';
import type { ProjectFile } from './project.ts';

/** What is found in the documents of a file, with its region. */
export const regionsIn = <T extends { readonly pointer: string }>(
  file: ProjectFile,
  find: (document: Document) => readonly T[],
): readonly (T & { readonly region: Region })[] =>
  file.documents.flatMap(({ text, ref }, i) => {
    const found = find(file.parsed()[i] as Document);
    const spanOf = locate(text, found);
    const spotOf = createRegions(text, ref.line);
    return found.flatMap((each) => {
      const span = spanOf({ pointer: each.pointer });
      return span === undefined ? [] : [{ ...each, region: spotOf(span).region }];
    });
  });
