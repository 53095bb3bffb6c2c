export const two = `https://api.resend.com/automations/${process.argv[2]}`; // open request
