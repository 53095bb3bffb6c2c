/** What is used of the package, for the nodes of Babel. */
declare module 'eslint-scope' {
  export function analyze(program: object, options: object): { readonly scopes: object[] };
}
