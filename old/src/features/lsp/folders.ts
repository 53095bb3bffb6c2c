import type { Finding } from '../../core/model/finding.ts';
import { addTo } from '../../core/model/groups.ts';
import { isBelow } from '../../load/folder-files.ts';
import type { RunContext } from '../../run/context.ts';
import { UserError } from '../../run/user-error.ts';
import { type LspFlags, openProject, type Project } from './project.ts';
import { filePathOf } from './uri.ts';

export type OpenFolders = ReturnType<typeof createFolders>;

/** The folders of an editor, each with its own configuration. @param texts returns the open texts. */
export function createFolders(
  texts: () => Iterable<{ readonly uri: string; getText(): string }>,
  flags: LspFlags,
  context: RunContext,
) {
  let projects: readonly Project[] = [];
  /** The project of the innermost folder a file is in. */
  const owner = (uri: string): Project | undefined => {
    const path = filePathOf(uri);
    const around = projects.filter(
      ({ root }) => root !== undefined && path !== undefined && isBelow(path, root),
    );
    const lengthOf = ({ root = '' }: Project): number => root.length;
    return around.sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? projects[0];
  };
  return {
    /** Reads the folders again; without any, only open texts are checked. Returns the mistakes in their configurations. */
    async load(roots: readonly string[]): Promise<readonly string[]> {
      const faults: string[] = [];
      const loaded: Project[] = [];
      for (const root of roots.length === 0 ? [undefined] : roots) {
        const earlier = projects.find((project) => project.root === root);
        try {
          loaded.push(await openProject(root, flags, context, earlier));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          faults.push([error.message, ...error.details].join('; '));
          if (earlier !== undefined) loaded.push(earlier);
        }
      }
      projects = loaded;
      for (const text of texts()) owner(text.uri)?.open(text.uri, text.getText());
      return faults;
    },
    projectOf: owner,
    /** Findings by URI. */
    check(): ReadonlyMap<string, readonly Finding[]> {
      const found = new Map<string, Finding[]>();
      for (const project of projects)
        for (const finding of project.check().findings) {
          const uri = project.uriOf(finding.location.source);
          if (owner(uri) === project) addTo(found, uri, finding);
        }
      return found;
    },
  };
}
