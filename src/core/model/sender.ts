/** `open`: it contains a variable. */
export type Sender =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      readonly help: string;
      /** What was meant, if only one is likely. */
      readonly meant?: string;
    }
  /** `name` is '' for a bare address; `domain` is in lower case. */
  | {
      readonly kind: 'sender';
      readonly name: string;
      readonly address: string;
      readonly domain: string;
    };

/** The service's own domain, for tests: it sends to the address of the account only. */
export const TEST_DOMAIN = 'resend.dev';

const FORM = 'write "Display Name <local@domain>", or the address alone';
// RFC 5321 and RFC 1035. Counted in characters, which is slightly too lenient for scripts other than Latin.
const LOCAL_LENGTH = 64;
const DOMAIN_LENGTH = 253;
const LABEL_LENGTH = 63;

/** Parses `Display Name <local@domain>`, `"Quoted, Name" <local@domain>` or a bare address. */
export function parseSender(text: string): Sender {
  if (text.includes('{{')) return { kind: 'open' };
  const trimmed = text.trim();
  if (trimmed === '') return invalid('is blank', FORM);
  if (/[\p{Cc}\u2028\u2029]/u.test(trimmed))
    return invalid('contains a line break or another control character', 'write it on one line');

  const name = displayName(trimmed);
  if (name === undefined)
    return invalid('has an unclosed quoted name', 'close the quotes before the "<"');
  const rest = trimmed.slice(name.length).trim();
  if (!rest.startsWith('<')) return parseBare(trimmed);
  const close = rest.indexOf('>');
  if (close === -1) return invalidAs('has a "<" without a ">"', `${trimmed}>`);
  if (close !== rest.length - 1) {
    const several = rest.includes('@', close);
    return invalid(
      several ? 'has more than one sender' : 'has text after the address',
      several ? 'keep one of them' : 'remove the text after ">"',
    );
  }
  const shown = name.trim();
  return parseAddress(rest.slice(1, -1).trim(), /^"\s*"$/.test(shown) ? '' : shown);
}

/** `*.acme.com` matches subdomains. International domains match in either form. */
export function matchesDomain(domain: string, pattern: string): boolean {
  const below = pattern.startsWith('*.');
  const wanted = asciiDomain(below ? pattern.slice(2) : pattern);
  const given = asciiDomain(domain);
  return below ? given.endsWith(`.${wanted}`) : given === wanted;
}

/** `xn--pklad-zsa96e.cz` for `Příklad.cz`. */
export function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  const url = `http://${lower}`;
  return /^[a-z\d.-]*$/.test(lower) || !URL.canParse(url) ? lower : new URL(url).hostname;
}

/** The text before the address: quoted text and the rest, or all up to the first "<". */
function displayName(text: string): string | undefined {
  if (!text.startsWith('"')) {
    const open = text.indexOf('<');
    return open === -1 ? '' : text.slice(0, open);
  }
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') {
      // A quoted local part (`"first last"@acme.com`) starts like a quoted name.
      if (text[i + 1] === '@') return '';
      const open = text.indexOf('<', i);
      return open === -1 ? '' : text.slice(0, open);
    }
  }
  return undefined;
}

function parseBare(text: string): Sender {
  if (text.includes('>')) return invalid('has a ">" without a "<"', FORM);
  if (!text.includes('@')) return invalid('has no email address', FORM);
  if (!text.startsWith('"') && /[,;]/.test(text) && text.indexOf('@') !== text.lastIndexOf('@'))
    return invalid('has more than one address', 'keep one of them');
  const address = parseAddress(text, '');
  if (address.kind === 'sender' || !/\s/.test(text)) return address;
  const word = text.split(/\s+/).find((part) => part.includes('@')) as string;
  if (parseAddress(word, '').kind !== 'sender') return address;
  const name = text.slice(0, -word.length).trim();
  return text.endsWith(word)
    ? invalidAs('has an address without angle brackets', `${name} <${word}>`)
    : invalid('has an address without angle brackets', FORM);
}

function parseAddress(address: string, name: string): Sender {
  const at = address.lastIndexOf('@');
  if (address === '') return invalid('has nothing between "<" and ">"', FORM);
  if (at === -1) return invalid('has no "@" in the address', FORM);
  const local = faultOfLocal(address.slice(0, at));
  if (local !== undefined) return invalid(`has an address that ${local}`, FORM);
  const domain = address.slice(at + 1);
  const fault = faultOfDomain(domain);
  if (fault !== undefined)
    return invalid(`has an address whose domain ${fault}`, 'use a verified domain');
  return { kind: 'sender', name, address, domain: domain.toLowerCase() };
}

function faultOfLocal(local: string): string | undefined {
  if (local === '') return 'has nothing before the "@"';
  if (local.length > LOCAL_LENGTH) return `has more than ${LOCAL_LENGTH} characters before the "@"`;
  if (/^"(?:[^"\\]|\\.)+"$/.test(local)) return undefined;
  if (/\s/.test(local)) return 'contains white space';
  if (local.includes('@')) return 'has two "@"';
  const special = /[()<>[\]:;,\\"]/.exec(local)?.[0];
  if (special !== undefined)
    return `contains ${special === '"' ? 'a quotation mark' : `"${special}"`} before the "@"`;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'has a misplaced dot before the "@"';
  return undefined;
}

function faultOfDomain(domain: string): string | undefined {
  if (domain === '') return 'is missing';
  if (domain.length > DOMAIN_LENGTH) return `is longer than ${DOMAIN_LENGTH} characters`;
  if (/\s/.test(domain)) return 'contains white space';
  // Of ASCII only letters, digits and hyphens are allowed. For other scripts the registries decide.
  const odd = /[^a-z\d.\-\u0080-\u{10ffff}]/iu.exec(domain)?.[0];
  if (odd !== undefined) return `contains "${odd}"`;
  const labels = domain.split(/[.\u3002]/);
  if (labels.length < 2) return 'has no dot';
  for (const label of labels) {
    if (label === '') return 'has a misplaced dot';
    if (label.length > LABEL_LENGTH) return `has a part of more than ${LABEL_LENGTH} characters`;
    if (label.startsWith('-') || label.endsWith('-'))
      return 'has a part that starts or ends with a hyphen';
  }
  return /^\d+$/.test(labels.at(-1) as string) ? 'ends in a number' : undefined;
}

const invalid = (reason: string, help: string): Sender => ({ kind: 'invalid', reason, help });

/** @param meant offered only if it is valid. */
const invalidAs = (reason: string, meant: string): Sender =>
  parseSender(meant).kind === 'sender'
    ? { kind: 'invalid', reason, help: `write "${meant}"`, meant }
    : invalid(reason, FORM);
