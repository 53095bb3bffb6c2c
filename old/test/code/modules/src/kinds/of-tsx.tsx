export const NAME = 'by.tsx'; // finds sent-unknown-event
