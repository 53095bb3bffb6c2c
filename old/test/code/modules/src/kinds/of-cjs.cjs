export const NAME = 'by.cjs'; // finds sent-unknown-event
