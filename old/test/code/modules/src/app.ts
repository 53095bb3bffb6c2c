import { again, gone, Names, track } from './a';
import direct from './track';
await direct('user.left', 'a@b.co');
await track('user.trcked', 'a@b.co'); // finds sent-unknown-event
await track(gone, 'a@b.co'); // open event
await track(again, 'a@b.co'); // open event
await track(Names.LEFT, 'a@b.co'); // open event
