import whole, { first, second, renamed, Mailer, Names } from './exported';
import byDefault, { again, usual } from './exported-again';
import * as space from './exported';
const { send: taken, ...others } = whole;

first('by.first'); // finds sent-unknown-event
second('by.second'); // finds sent-unknown-event
renamed('by.renamed'); // finds sent-unknown-event
again('by.again'); // finds sent-unknown-event
usual.send('by.usual'); // finds sent-unknown-event
whole.send('by.whole'); // finds sent-unknown-event
others.nested.send('by.others'); // finds sent-unknown-event
taken('by.taken'); // finds sent-unknown-event
space.default.nested.send('by.space'); // finds sent-unknown-event
new Mailer().send('by.mailer'); // finds sent-unknown-event
Mailer.all(['by.list', 'user.left']); // finds sent-unknown-event
renamed(Names.Gone);
byDefault();
byDefault('by.default'); // finds sent-unknown-event
space.unknown?.('by.unknown');
