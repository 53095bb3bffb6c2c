import { createClient } from '@orpc/client';
export const client = createClient({ url: '/api' });
