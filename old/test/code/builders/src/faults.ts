export const checks = (key: string, plan: string) => [
  { key, type: 'conditon', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: plan } }, // finds unknown-step-type
  { key, type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'equals', value: plan } }, // finds invalid-rule
  { key, type: 'condition', config: { type: 'and', rules: [{ type: 'rule', field: 'plan', operator: 'eq', value: plan }] } }, // finds unqualified-variable
];
export const connect = (from: string, to: string, next: string) => [
  { from, to },
  { from, to, type: 'condition_met' },
  { from, to: next, type: 'condition_false' }, // finds unknown-edge-type
];
export const mail = (from: string, to: string) => ({ from, to, type: 'html', subject: 'x' });
