// Parts of the page that the build creates from src/report-page: esbuild and the tests import them as text.
declare module '*.txt' {
  const text: string;
  export default text;
}
