import type { Step } from './nodes.ts';

/** What a `from` says. `open`: a variable stands in it, so nothing is known before it is sent. */
export type Sender =
  | { readonly kind: 'open' }
  | { readonly kind: 'invalid'; readonly reason: string; readonly help: string }
  /** `name` is '' for a bare address; `domain` is in lower case. */
  | { readonly kind: 'sender'; readonly name: string; readonly address: string; readonly domain: string };

const FORM = 'write "Display Name <local@domain>", or the address alone';
// From RFC 5321 and RFC 1035; counted in characters, which lets a little too much through for other scripts than Latin.
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const MAX_LABEL = 63;

/** The text a send_email gives as its sender, if it gives one. */
export function fromOf(step: Step): string | undefined {
  const from = step.type === 'send_email' ? step.config['from'] : undefined;
  return typeof from === 'string' ? from : undefined;
}

// A few senders stand in most emails, and several rules ask for each.
const READ = new Map<string, Sender>();
const MAX_READ = 500;
const LONGEST_READ = 200;

/** Reads `Display Name <local@domain>`, `"Quoted, Name" <local@domain>` or a bare address. One pass, whatever the text. */
export function parseSender(text: string): Sender {
  if (text.length > LONGEST_READ) return readSender(text);
  let sender = READ.get(text);
  if (sender === undefined) {
    sender = readSender(text);
    if (READ.size >= MAX_READ) READ.clear();
    READ.set(text, sender);
  }
  return sender;
}

function readSender(text: string): Sender {
  if (text.includes('{{')) return { kind: 'open' };
  const trimmed = text.trim();
  if (trimmed === '') return invalid('is blank', FORM);
  if (hasControl(trimmed)) return invalid('holds a line break or another control character', 'keep it on one line');

  const name = displayName(trimmed);
  if (name === undefined) return invalid('has a quoted name that never ends', 'close the quotes before the "<"');
  const rest = trimmed.slice(name.length).trim();
  if (!rest.startsWith('<')) return parseBare(trimmed);
  const close = rest.indexOf('>');
  if (close === -1) return invalid('has a "<" without a ">"', FORM);
  if (close !== rest.length - 1) {
    const several = rest.includes('@', close);
    return invalid(several ? 'names more than one sender' : 'goes on after the address', several ? 'keep one of them' : 'end it with the ">"');
  }
  const shown = name.trim();
  return parseAddress(rest.slice(1, -1).trim(), /^"\s*"$/.test(shown) ? '' : shown);
}

/** Whether a domain is the one a pattern names, or with `*.acme.com` one below it. Scripts other than Latin match in either form. */
export function matchesDomain(domain: string, pattern: string): boolean {
  const below = pattern.startsWith('*.');
  const wanted = asciiDomain(below ? pattern.slice(2) : pattern);
  const given = asciiDomain(domain);
  return below ? given.endsWith(`.${wanted}`) : given === wanted;
}

/** The form in which two domains compare: `xn--pklad-zsa96e.cz` for `Příklad.cz`. */
export function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  const url = `http://${lower}`;
  return /^[a-z\d.-]*$/.test(lower) || !URL.canParse(url) ? lower : new URL(url).hostname;
}

// Everything before the address: a quoted text and what follows it, else all up to the first "<". Brackets are allowed in quotes only.
function displayName(text: string): string | undefined {
  if (!text.startsWith('"')) {
    const open = text.indexOf('<');
    return open === -1 ? '' : text.slice(0, open);
  }
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') {
      // A quoted local part (`"first last"@acme.com`) begins like a quoted name.
      if (text[i + 1] === '@') return '';
      const open = text.indexOf('<', i);
      return open === -1 ? '' : text.slice(0, open);
    }
  }
  return undefined;
}

function parseBare(text: string): Sender {
  if (text.includes('>')) return invalid('has a ">" without a "<"', FORM);
  if (!text.includes('@')) return invalid('holds no address', FORM);
  if (!text.startsWith('"') && /[,;]/.test(text) && text.indexOf('@') !== text.lastIndexOf('@'))
    return invalid('names more than one address', 'keep one of them');
  const address = parseAddress(text, '');
  if (address.kind === 'sender' || !/\s/.test(text)) return address;
  const word = text.split(/\s+/).find((part) => part.includes('@')) as string;
  if (parseAddress(word, '').kind !== 'sender') return address;
  return invalid('has the address without angle brackets', text.endsWith(word) ? `write "${text.slice(0, -word.length).trim()} <${word}>"` : FORM);
}

function parseAddress(address: string, name: string): Sender {
  const at = address.lastIndexOf('@');
  if (address === '') return invalid('has nothing between "<" and ">"', FORM);
  if (at === -1) return invalid('has no "@" in the address', FORM);
  const local = faultOfLocal(address.slice(0, at));
  if (local !== undefined) return invalid(`has an address that ${local}`, FORM);
  const domain = address.slice(at + 1);
  const fault = faultOfDomain(domain);
  if (fault !== undefined) return invalid(`has an address whose domain ${fault}`, 'use a domain you have verified for sending, such as "acme.com"');
  return { kind: 'sender', name, address, domain: domain.toLowerCase() };
}

function faultOfLocal(local: string): string | undefined {
  if (local === '') return 'has nothing before the "@"';
  if (local.length > MAX_LOCAL) return `has more than ${MAX_LOCAL} characters before the "@"`;
  if (/^"(?:[^"\\]|\\.)+"$/.test(local)) return undefined;
  if (/\s/.test(local)) return 'holds white space';
  if (local.includes('@')) return 'has two "@"';
  const special = /[()<>[\]:;,\\"]/.exec(local)?.[0];
  if (special !== undefined) return `holds ${special === '"' ? 'a quotation mark' : `"${special}"`} before the "@"`;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'has a dot too many before the "@"';
  return undefined;
}

function faultOfDomain(domain: string): string | undefined {
  if (domain === '') return 'is missing';
  if (domain.length > MAX_DOMAIN) return `is longer than ${MAX_DOMAIN} characters`;
  if (/\s/.test(domain)) return 'holds white space';
  // ASCII is held to letters, digits and hyphens; what other scripts allow is for their registries to say.
  const odd = /[^a-z\d.\-\u0080-\u{10ffff}]/iu.exec(domain)?.[0];
  if (odd !== undefined) return `holds "${odd}"`;
  const labels = domain.split(/[.\u3002]/);
  if (labels.length < 2) return 'has no dot';
  for (const label of labels) {
    if (label === '') return 'has a dot too many';
    if (label.length > MAX_LABEL) return `has a part of more than ${MAX_LABEL} characters`;
    if (label.startsWith('-') || label.endsWith('-')) return 'has a part that begins or ends with a hyphen';
  }
  return /^\d+$/.test(labels.at(-1) as string) ? 'ends in a number' : undefined;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || unit === 0x2028 || unit === 0x2029) return true;
  }
  return false;
}

const invalid = (reason: string, help: string): Sender => ({ kind: 'invalid', reason, help });
