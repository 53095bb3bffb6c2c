/** What is used of the package. */
declare module 'picomatch' {
  interface Options {
    readonly dot: boolean;
    readonly nobrace: boolean;
    readonly noextglob: boolean;
  }
  export default function picomatch(
    patterns: readonly string[],
    options: Options,
  ): (path: string) => boolean;
  /** The folder that a pattern searches. */
  export function scan(pattern: string): { readonly base: string };
}
