const axios = require('axios');
const api = axios.create({ baseURL: 'https://api.resend.com', headers: { Authorization: `Bearer ${process.env.RESEND_API_KEY}` } });
exports.send = (event, email, payload) => api.post('/events/send', { event, email, payload });
exports.left = (email) => api.post('/events/send', { event: 'user.left', email, data: {} }); // finds dropped-field
exports.other = (email) => axios({ method: 'post', url: 'https://api.resend.com/events/send', data: { event: 'user.lost', email } }); // finds sent-unknown-event
exports.third = (email) => axios.request({ method: 'POST', url: '/events/send', baseURL: 'https://api.resend.com', data: { event: 'user.lost2', email } }); // finds sent-unknown-event
exports.foreign = (email) => api.post('https://hooks.slack.com/events/send', { event: 'user.lost3', email });
exports.read = () => api.get('/events', { params: { limit: 100 } });
exports.define = () => api.post('/events', { name: 'new.one', schema: null });
