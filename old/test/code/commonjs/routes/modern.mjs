import fire from '../lib/fire.js';
import notify from '../lib/notify.js';

export const left = (req) => fire('user.lft', req.user.email); // finds sent-unknown-event
export const told = () => notify('user.told'); // finds sent-unknown-event
