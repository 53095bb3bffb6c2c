// Mirrors of what Resend has, on our own server.
import axios from 'axios';
const api = axios.create({ baseURL: '/api' });
export const createEvent = (name: string) => api.post('/events', { name, startsAt: '2026-01-01' });
export const saveFlow = (flow: object) => api.post('/automations', flow);
export const toggle = (id: string) => api.patch(`/automations/${id}`, { steps: [], connections: [] });
export const notify = (eventId: string) => api.post('/events/send', { eventId });
