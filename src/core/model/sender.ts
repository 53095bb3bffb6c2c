/** `open`: it contains a variable. */
export type Sender =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'invalid';
      /** The end of a sentence: `has no email address`. */
      readonly reason: string;
      readonly help: string;
      /** What was meant, where only one is likely. */
      readonly meant?: string;
    }
  /** `domain` is in lower case. */
  | { readonly kind: 'sender'; readonly domain: string };

/** The service's own domain, for tests: it sends to the address of the account only. */
export const TEST_DOMAIN = 'resend.dev';

const FORM = 'write "Display Name <local@domain>", or the address alone';
// RFC 5321 and RFC 1035. Counted in characters, which is too lenient for scripts beside Latin.
const [LONGEST_LOCAL, LONGEST_DOMAIN] = [64, 253];
// Of ASCII only letters, digits and hyphens are allowed. For other scripts the registries decide.
const END = '[a-z\\d\\u0080-\\u{10ffff}]';
const LABEL = `${END}(?:[a-z\\d\\u0080-\\u{10ffff}-]{0,61}${END})?`;
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.(?!\\d+$)${LABEL}$`, 'iu');

/** Parses `Display Name <local@domain>`, `"Quoted, Name" <local@domain>` or a bare address. */
export function parseSender(written: string): Sender {
  const text = written.trim();
  if (text.includes('{{')) return { kind: 'open' };
  if (text === '') return invalid('is blank');
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    return invalid('contains a line break or another control character', 'write it on one line');
  const [quoted = ''] = /^"(?:[^"\\]|\\.)*"(?!@)/.exec(text) ?? [];
  if (quoted === '' && /^"[^"]*(?:<|$)/.test(text))
    return invalid('has an unclosed quoted name', 'close the quotes before the "<"');
  const open = text.indexOf('<', quoted.length);
  if (open === -1) return parseBare(text);
  const close = text.indexOf('>', open);
  if (close === -1) return invalidAs('has a "<" without a ">"', `${text}>`);
  if (close < text.length - 1)
    return text.includes('@', close)
      ? invalid('has more than one sender', 'keep one of them')
      : invalid('has text after the address', 'remove the text after ">"');
  const address = text.slice(open + 1, close).trim();
  return address === '' ? invalid('has nothing between "<" and ">"') : parseAddress(address);
}

function parseBare(text: string): Sender {
  if (text.includes('>')) return invalid('has a ">" without a "<"');
  if (!text.includes('@')) return invalid('has no email address');
  const parts = text.split('@');
  if (parts.length > 2 && /[,;]/.test(text))
    return invalid('has more than one address', 'keep one of them');
  const address = parseAddress(text);
  if (address.kind === 'sender' || !/\s/.test(text)) return address;
  const word = text.split(/\s+/).at(-1) ?? '';
  const name = text.slice(0, -word.length).trim();
  return invalidAs('has an address without angle brackets', `${name} <${word}>`);
}

function parseAddress(address: string): Sender {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1).toLowerCase()];
  if (at === -1) return invalid('has no "@" in the address');
  const isQuoted = /^"(?:[^"\\]|\\.)+"$/.test(local);
  if (local === '') return invalid('has nothing before the "@"');
  if (!isQuoted && /\s/.test(local)) return invalid('has an address that contains white space');
  if (local.length > LONGEST_LOCAL || (!isQuoted && /[()<>[\]:;,\\"@]|^\.|\.$|\.\./.test(local)))
    return invalid(`has an address with an invalid part before the "@"`);
  return domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain)
    ? { kind: 'sender', domain }
    : invalid('has an address with an invalid domain', 'use a verified domain');
}

/** `*.acme.com` matches subdomains. International domains match in either form. */
export function matchesDomain(domain: string, pattern: string): boolean {
  const isBelow = pattern.startsWith('*.');
  const wanted = asciiDomain(isBelow ? pattern.slice(2) : pattern);
  const given = asciiDomain(domain);
  return isBelow ? given.endsWith(`.${wanted}`) : given === wanted;
}

/** `xn--pklad-zsa96e.cz` for `Příklad.cz`. */
export function asciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  const url = `http://${lower}`;
  return /^[a-z\d.-]*$/.test(lower) || !URL.canParse(url) ? lower : new URL(url).hostname;
}

const invalid = (reason: string, help = FORM): Sender => ({ kind: 'invalid', reason, help });

/** @param meant offered only if it is valid. */
const invalidAs = (reason: string, meant: string): Sender =>
  parseSender(meant).kind === 'sender'
    ? { kind: 'invalid', reason, help: `write "${meant}"`, meant }
    : invalid(reason);
