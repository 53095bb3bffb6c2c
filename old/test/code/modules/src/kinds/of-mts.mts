export const NAME = 'by.mts'; // finds sent-unknown-event
