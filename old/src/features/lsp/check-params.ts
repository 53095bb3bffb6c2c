import { z } from 'zod';
import { isObject, type JsonObject } from '../../core/model/json.ts';

const uri = z.string();
const textDocument = z.object({ uri });
const version = z.number();
const position = z.object({ line: z.number(), character: z.number() });
const range = z.object({ start: position, end: position });
const folders = z.array(z.object({ uri }));
const place = { textDocument, position };

/** The params of each method that are read. */
const PARAMS = new Map<unknown, z.ZodType>(
  Object.entries({
    '$/cancelRequest': z.object({ id: z.union([z.number(), z.string()]) }),
    '$/setTrace': z.object({ value: z.string() }),
    initialize: z.object({
      workspaceFolders: folders.nullish(),
      rootUri: uri.nullish(),
      capabilities: z.object({}),
    }),
    'textDocument/didOpen': z.object({
      textDocument: z.object({ uri, version, text: z.string() }),
    }),
    'textDocument/didChange': z.object({
      textDocument: z.object({ uri, version }),
      contentChanges: z.array(z.object({ text: z.string(), range: range.optional() })),
    }),
    'textDocument/didSave': z.object({ textDocument }),
    'textDocument/didClose': z.object({ textDocument }),
    'textDocument/completion': z.object(place),
    'textDocument/hover': z.object(place),
    'textDocument/definition': z.object(place),
    'textDocument/codeAction': z.object({
      textDocument,
      range,
      context: z.object({ only: z.array(z.string()).nullish() }),
    }),
    'workspace/didChangeWorkspaceFolders': z.object({
      event: z.object({ added: folders, removed: folders }),
    }),
    'workspace/executeCommand': z.object({
      command: z.string(),
      arguments: z.tuple([z.string()]).rest(z.unknown()).optional(),
    }),
  }),
);

/** Why the params of a message have a wrong type, if they do. */
export function paramsFault(message: unknown): string | undefined {
  const { method, params } = isObject(message) ? message : ({} as JsonObject);
  const [issue] = PARAMS.get(method)?.safeParse(params).error?.issues ?? [];
  return issue && `${['params', ...issue.path].join('.')}: ${issue.message}`;
}
