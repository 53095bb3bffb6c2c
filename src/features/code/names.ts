const ENDINGS = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;

/** Whether a file may hold code that is read: no declarations, nothing minified. */
export const isCode = (name: string): boolean =>
  ENDINGS.test(name) && !/\.d\.[cm]?ts$|[.-]min\.[cm]?js$/.test(name);
