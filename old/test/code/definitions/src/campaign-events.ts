export const campaignEvents = [
  { name: 'booking.confirmed', schema: { first_name: 'string', call_time: 'string' } },
  { name: 'call.reminder', schema: { first_name: 'string' } },
] as const;
