import { resend } from './client';
declare function load(): any;
const from = 'Ann <ann@acme.com>';

const pushed = [{ key: 'a', type: 'delay', config: { duration: '3 dayz' } }]; // finds invalid-delay
pushed.push(...load());
const replaced = { key: 'b', type: 'delay', config: { duration: 'TBD' } };
replaced.config.duration = load();
const inFunction = () => ({ key: 'c', type: 'delay', config: { duration: '4 dayz' } }); // finds invalid-delay
inFunction.config = load();
const quoted = { 'key': 'd', 'type': 'delay', 'config': { 'duration': '5 dayz' } }; // finds invalid-delay
const spread = { ...load(), key: 'e', type: 'delay', config: { duration: 'none' } };
const openConfig = { key: 'f', type: 'delay', config: { ...load(), duration: 'none' } };
const ofOther = { key: 'g', type: 'shipping', config: { duration: 'none' } };
const noConfig = { key: 'h', type: 'delay', config: 'none' };
const extra = { key: 'i', type: 'delay', config: { duration: '6 dayz' }, comment: 'x' }; // finds invalid-delay
const unknownType = { key: 'j', type: load(), config: { duration: 'none' } };
const edge = { from: 'a', to: 'b', type: 'timeot' }; // finds unknown-edge-type
const openEdge = { ...load(), from: 'a', to: 'b', type: 'timeot' };
const largeEdge = { from: 'a', to: 'b', type: 'timeot', size: 3 };
const unknownEdge = { from: 'a', to: 'b', type: load() };
const known = { key: 'known', type: 'delay', config: { duration: '7 dayz' } }; // finds invalid-delay
const start = { key: 'start', type: 'trigger', config: { eventName: 'user.created' } };
await resend.automations.create({ name: 'Known', status: 'enabled', steps: [start, { ...known }], connections: [{ from: 'start', to: 'known' }] }); // finds no-action trailing-delay
await resend.automations.create({ name: 'Open', steps: [...pushed, replaced, inFunction(), quoted, spread, openConfig, ofOther, noConfig, extra, unknownType], connections: [edge, openEdge, largeEdge, unknownEdge] }); // open workflow
export const { listed } = { listed: { key: 'k', type: 'delay', config: { duration: '8 dayz' } } }; // finds invalid-delay
listed.config = load();
