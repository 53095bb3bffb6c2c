/** A line of text, or a block of code. */
export interface ExampleBlock {
  readonly text: string;
  readonly isCode: boolean;
}

/** The example on the page of a rule (Markdown), without pictures. */
export function exampleOf(page: string): readonly ExampleBlock[] {
  const blocks: ExampleBlock[] = [];
  let [isExample, isPicture] = [false, false];
  let code: string[] | undefined;
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) {
      if (code === undefined) {
        code = [];
        isPicture = line === '```mermaid';
        continue;
      }
      if (isExample && !isPicture) blocks.push({ text: code.join('\n'), isCode: true });
      code = undefined;
    } else if (code !== undefined) code.push(line);
    else if (line.startsWith('## ')) isExample = line === '## Example';
    else if (isExample && line !== '')
      blocks.push({ text: line.replaceAll('`', ''), isCode: false });
  }
  return blocks;
}
