const FORMAT = new Intl.NumberFormat('en');

/** "5,000". */
export const digits = (n: number): string => FORMAT.format(n);

/** "1 step", "5,000 steps". */
export const count = (n: number, noun: string): string => `${digits(n)} ${noun}${n === 1 ? '' : 's'}`;
