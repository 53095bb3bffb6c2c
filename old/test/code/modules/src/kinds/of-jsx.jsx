export const NAME = 'by.jsx'; // finds sent-unknown-event
