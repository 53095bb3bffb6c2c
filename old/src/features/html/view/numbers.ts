const FORMAT = new Intl.NumberFormat('en');

/** "5,000". */
export const formatNumber = (n: number): string => FORMAT.format(n);

/** "1 step", "5,000 steps". */
export const formatCount = (n: number, noun: string): string =>
  `${formatNumber(n)} ${noun}${n === 1 ? '' : 's'}`;
