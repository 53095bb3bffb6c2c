import type { ResendHttp } from './http';
export const fire = (http: ResendHttp, email: string) =>
  http.call(
    '/events/send', // open request
    { event: 'x', email },
  );
