import { once } from './once.ts';

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
// The name may be in quotes, which may contain brackets.
const NAMED = /^(?:"(?:[^"\\]|\\.)*")?(?!")[^<>]*<([^<>]*)>$/;
// RFC 5321 and RFC 1035. Counted in characters, which is too lenient for scripts beside Latin.
const [LONGEST_LOCAL, LONGEST_DOMAIN] = [64, 253];
const ATOM = '[^\\s()<>[\\]:;,\\\\"@.]+';
const LOCAL = new RegExp(`^(?:"(?:[^"\\\\]|\\\\.)+"|${ATOM}(?:\\.${ATOM})*)$`);
// Of ASCII only letters, digits and hyphens are allowed. For other scripts the registries decide.
const END = '[a-z\\d\\u0080-\\u{10ffff}]';
const LABEL = `${END}(?:[a-z\\d\\u0080-\\u{10ffff}-]{0,61}${END})?`;
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*\\.(?!\\d+$)${LABEL}$`, 'iu');

/** Parses `Display Name <local@domain>`, `"Quoted, Name" <local@domain>` or a bare address. */
export const parseSender: (written: string) => Sender = once(parse, 1000);

function parse(written: string): Sender {
  const text = written.trim();
  if (text.includes('{{')) return { kind: 'open' };
  if (text === '') return invalid('is blank');
  if (/[\p{Cc}\u2028\u2029]/u.test(text))
    return invalid('contains a line break or another control character', 'write it on one line');
  const [, inner] = NAMED.exec(text) ?? [];
  const address = (inner ?? text).trim();
  const at = address.lastIndexOf('@');
  if (at === -1) return invalid('has no email address');
  if (inner === undefined && /[<>]/.test(text))
    return invalid('does not end with one address in "<" and ">"');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  if (local.length > LONGEST_LOCAL || !LOCAL.test(local)) {
    const meant = text.replace(/\s+(\S+)$/, ' <$1>');
    const isOne = inner === undefined && text.indexOf('@') === at && meant !== text;
    return isOne && parseSender(meant).kind === 'sender'
      ? { ...invalid('has an address without angle brackets', `write "${meant}"`), meant }
      : invalid('has an invalid address');
  }
  return domain.length <= LONGEST_DOMAIN && DOMAIN.test(domain)
    ? { kind: 'sender', domain }
    : invalid('has an address with an invalid domain', 'write the whole domain, such as acme.com');
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

const invalid = (reason: string, help = FORM) => ({ kind: 'invalid', reason, help }) as const;
