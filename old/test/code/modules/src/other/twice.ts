export const TWICE = 'user.left';
