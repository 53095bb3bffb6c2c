export const LEFT = 'user.lft';
