/** What is used of the package. */
declare module 'picomatch' {
  export default function picomatch(
    patterns: readonly string[],
    options: { readonly dot: boolean; readonly nobrace: boolean; readonly noextglob: boolean },
  ): (path: string) => boolean;
  /** The folder that a pattern searches. */
  export function scan(pattern: string): { readonly base: string };
}
