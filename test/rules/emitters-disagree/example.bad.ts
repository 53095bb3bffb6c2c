import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export const finished = (email: string) =>
  resend.events.send({ event: 'course.finished', email, payload: { courseName: 'Safety', grade: 1 } });

export const importedFinish = (email: string) =>
  resend.events.send({ event: 'course.finished', email, payload: { grade: 2 } });
