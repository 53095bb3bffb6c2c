import type { Node } from '@babel/types';
import type { Module } from './module.ts';

/** The host of the service alone, or with a path about events and automations. */
const HOST = /^https:\/\/api\.resend\.com(?:\/(?:events|automations)\b.*|\/?)$/i;
/** Other services have the same path. */
const PATH = /^\/?events\/send\/?$/i;

/** Where a file without a recognized call names an endpoint of the service. */
export function mentionIn({ syntax, mentionsService }: Module): number | undefined {
  const isMention = (text: string): boolean =>
    HOST.test(text) || (mentionsService && PATH.test(text));
  const starts = syntax.nodes
    .filter((node) => isMention(textOf(node)))
    .map(({ start }) => start as number);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function textOf(node: Node): string {
  if (node.type === 'StringLiteral') return node.value;
  return node.type === 'TemplateElement' ? node.value.raw : '';
}
