const fs = require('fs');
const path = require('path');
const { Resend } = require('resend');
const resend = new Resend(process.env.RESEND_API_KEY);

const file = path.join(__dirname, '..', 'emails', `${'left'}.json`);
const raw = fs.readFileSync(file, 'utf8');
resend.automations.create(JSON.parse(raw));

const elsewhere = (__dirname) => JSON.parse(fs.readFileSync(path.join(__dirname, 'left.json'), 'utf8'));
resend.automations.create(elsewhere('/etc')); // open workflow
resend.automations.create(JSON.parse(fs.readFileSync(process.argv[2], 'utf8'))); // open workflow
