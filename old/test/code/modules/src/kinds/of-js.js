export const NAME = 'by.js'; // finds sent-unknown-event
