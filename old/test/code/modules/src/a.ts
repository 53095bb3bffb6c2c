export * from './b';
export * from 'some-package';
export { default as track } from './track';
export { again } from './again';
