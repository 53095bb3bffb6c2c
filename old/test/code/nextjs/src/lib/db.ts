export const db = {} as any;
