// Words of error messages of the service and its mail providers. Other words may be names of contacts.
const WORDS = new Set(
  `a able access account action after all allowed already an and any api are array as at attachment automation bad be because been before
  block blocked boolean bounce bounced but by call cannot changed character characters code complaint complained complete condition config
  configured connect connection contact contacts could create created daily data date default define defined delay deleted denied deliver
  delivered delivery did disabled dkim dns do does doesn't domain draft due duplicate email emails empty enabled error evaluate evaluated
  event events exactly exceed exceeded exist existing exists expected expired failed failure fallback false field fields fill filter float
  for format found from function get given had has have html id if in integer internal invalid is isn't item it its json key keys large
  length limit limited list long mail marked match matches max maximum message min minimum missing monthly more must name names not null
  number object of on one only operator or out over parameter parameters parse parsed pass path payload pending permission please plain
  plan policy properties property provide provided published query quota range rate reached read received recipient recipients reason
  reference refused rejected reply request requests required reserved resolve resource response restricted retry rule run schema seconds
  segment send sender sending sent server service should size skipped smtp spam spf status step steps stopped string subject suppressed
  suppression template templates test text than that the then there this time timeout timed to too topic trigger true try type types
  unable unauthorized undefined unexpected unknown unpublished unsubscribed unsupported until update updated url use used user valid
  validation value values variable variables verified verify version wait waiting was were when which while with without workflow wrong
  you your`.split(/\s+/),
);
const LONGEST = 100;

/**
 * A message of the service without data of contacts: the words of `WORDS`, those that the account uses for its
 * workflows and events, and status codes. Everything else becomes "…".
 * @param own the latter words.
 */
export function plainWords(message: string, own: ReadonlySet<string>): string {
  const plain = message
    .replace(/[^\s"'`()<>[\]{},;:!?]+/gu, (token) => {
      const word = token.replace(/\.+$/, '');
      const end = token.slice(word.length);
      const isKnown =
        WORDS.has(word.toLowerCase()) ||
        /^[45]\d\d$/.test(word) ||
        /^[-–=/]+$/.test(word) ||
        word.split('_').every((part) => WORDS.has(part.toLowerCase())) ||
        own.has(word);
      return isKnown && !word.includes('@') ? word + end : `…${end}`;
    })
    .replace(/\s+/g, ' ')
    .replace(/(?:…[\s"'`()<>[\]{},;:]*){2,}/gu, '… ')
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

/** The words in a text of the account. */
export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/[\p{L}\p{N}_.-]+/gu), ([own]) => own));
