export { renamed as again, sendDefault as default } from './exported';
export { default as usual } from './exported';
