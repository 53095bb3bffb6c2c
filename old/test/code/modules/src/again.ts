import { again } from './circle';
export { again };
