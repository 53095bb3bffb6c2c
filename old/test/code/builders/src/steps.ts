export const wait = (key: string, duration = '2 dayz') => ({ key, type: 'delay', config: { duration } });
export const later = (key: string) => ({ key, type: 'delay', config: { duration: '2 moths' } }); // finds invalid-delay
export const mail = (key: string, id: string) => ({ key, type: 'send_email', config: { template: { id }, from: 'Ann <ann@acme.com>', subject: 'Hi', reply_to: 'ann@acme.com' } }); // finds dropped-field
export const other = { key: 'a', type: 'delivery', config: { duration: 'no' } };
export const open = (more: object) => ({ key: 'a', type: 'delay', config: { ...more } });
