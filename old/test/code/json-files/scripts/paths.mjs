import { readFile, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const here = dirname(fileURLToPath(import.meta.url));
const send = (event) => resend.events.send({ event, email: 'a@b.co' });
const read = (path) => JSON.parse(readFileSync(path, 'utf8')).event;

send(read(join(here, 'names', 'one.json')));
send(read(resolve(import.meta.dirname, './names/two.json')));
send(JSON.parse(await readFile(fileURLToPath(new URL('./names/three.json', import.meta.url)))).event);
send(read(join(here, process.argv[2], 'one.json'))); // open event
send(read('names/one.json')); // open event
send(read(join(here, 'names', 'one.txt'))); // open event
send(read(join(here, 'names', 'none.json'))); // open event
send(JSON.parse(process.argv[3]).event); // open event
send(readFileSync(join(here, 'names', 'one.json'), 'utf8').event); // open event
send(JSON.stringify({ event: 'user.none' }).event); // open event
send(JSON.parse(JSON.stringify({ event: 'user.four' })).event); // finds sent-unknown-event
send(parse('{"event": "user.none"}').event); // open event
send(YAML.parse(JSON.stringify({ event: 'user.none' })).event); // open event
send(join('names', 'one.json')); // open event
