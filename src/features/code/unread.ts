/** Endpoints of the service in files without a call that is recognized. */
import type { Found } from './find.ts';
import type { Module, Node } from './parse.ts';

const HOST = /^https:\/\/api\.resend\.com\/?$/i;
const PATH = /^https:\/\/api\.resend\.com\/(?:events|automations)\b/i;

export function unreadIn({ calls, files }: Found) {
  const places = calls.flatMap(({ at, caller }) => [at, ...(caller ? [caller] : [])]);
  const withCalls = new Set(places.map(({ module }) => module));
  const hasRequest = calls.some(({ via }) => via === 'http');
  return [...files.values()].flatMap((module) => {
    if (module === undefined || withCalls.has(module)) return [];
    const found = module.nodes.find((node) => {
      const text = textOf(node);
      return PATH.test(text) || (!hasRequest && HOST.test(text));
    });
    if (found === undefined) return [];
    return [{ module, line: lineAt(module, found), what: 'a request' }];
  });
}

const lineAt = ({ text }: Module, { start }: Node): number =>
  text.slice(0, start).split('\n').length;

function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value']);
  return node.type === 'TemplateElement' ? node['value'].raw : '';
}
