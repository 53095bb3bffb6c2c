export const FROM = 'Ann <ann@acme.com>';
export const TEMPLATES = { hello: process.env.T_HELLO!, bye: 'tpl_bye' };
