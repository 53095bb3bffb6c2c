// The worker of the playground, which the build creates: esbuild and the tests import it as text.
declare module '*.txt' {
  const text: string;
  export default text;
}
