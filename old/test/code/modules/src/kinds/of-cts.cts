export const NAME = 'by.cts'; // finds sent-unknown-event
