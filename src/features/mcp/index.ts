export { serveTools } from './server.ts';
