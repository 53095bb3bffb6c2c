const prefix = 'user';
export const Events = Object.freeze({
  Created: `${prefix}.created`,
  Left: `${prefix}.left`,
  Lost: prefix + '.lost', // finds sent-unknown-event
});
