import { again } from './again';
export { again };
