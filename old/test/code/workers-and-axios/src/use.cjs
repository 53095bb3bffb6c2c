const { send } = require('./axios');
send('user.left', 'a@b.co');
send('user.lft', 'a@b.co'); // finds sent-unknown-event
send('new.one', 'a@b.co');
