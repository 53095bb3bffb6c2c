// Parts of the page that the build makes of src/report-page: esbuild takes them in as text, and so do the tests.
declare module '*.txt' {
  const text: string;
  export default text;
}
