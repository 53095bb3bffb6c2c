const app = require('express')();
app.use(require('./routes/orders'));
app.post('/events', (req, res) => res.json({ name: 'resend' }));
