export type Far = 'user.far' | 'user.left'; // finds sent-unknown-event
type First = 'user.first'; // finds sent-unknown-event
export { First as Renamed };
