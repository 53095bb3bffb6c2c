export * from './a';
export * as Names from './names';
