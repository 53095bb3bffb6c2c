/** The text of a style sheet, by the bundler and the runner of tests. */
declare module '*.css?raw' {
  const text: string;
  export default text;
}
