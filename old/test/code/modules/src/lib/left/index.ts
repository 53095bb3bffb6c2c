export const LEFT = 'user.left';
export { LEFT as default };
