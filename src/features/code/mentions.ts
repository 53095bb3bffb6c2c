import type { Node } from '@babel/types';
import type { Module } from './modules.ts';

/** The host of the service alone, or with a path about events and automations; or such a path. */
const ENDPOINT =
  /^(?:https:\/\/api\.resend\.com(?:\/(?:events|automations)\b.*|\/?)|\/?events\/send\/?)$/i;

/** Where a file without a recognized call names an endpoint of the service. */
export function mentionIn({ syntax }: Module): number | undefined {
  const starts = syntax.nodes.filter(isMention).map(({ start }) => start as number);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

function isMention(node: Node): boolean {
  if (node.type === 'StringLiteral') return ENDPOINT.test(node.value);
  return node.type === 'TemplateElement' && ENDPOINT.test(node.value.raw);
}
