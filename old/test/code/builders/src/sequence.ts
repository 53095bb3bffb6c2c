export const SEQUENCE = [
  { key: 'one', delay: '1 day', subject: 'One' },
  { key: 'two', delay: '3 dayz', subject: 'Two' }, // finds invalid-delay
] as const;
