export const NAME = 'by.mjs'; // finds sent-unknown-event
