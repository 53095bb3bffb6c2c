import { LEFT as one } from '@/lib/left';
import { LEFT as two } from '~/lib/left';
import { LEFT as three } from '$lib/left';
import { LEFT as four } from '#lib/left';
import { LEFT as five } from 'lib/left';
import { LEFT as six } from '@acme/lib/left';
import { LEFT as seven } from './lib/left/index.js';
import { LEFT as eight } from './other/../lib/left/';
import { LEFT as nine } from '@/lib/left/index.ts';
import ten from './lib/left';
import { TWICE as eleven } from '@/twice';
import { TWICE as twelve } from 'twice';
import { TWICE as thirteen } from '@/other/twice';
import { LEFT as none } from 'left';
import track from './track.js';

for (const event of [one, two, three, four, five, six, seven, eight, nine, ten, thirteen]) await track(event, 'a@b.co');
await track(eleven, 'a@b.co'); // open event
await track(twelve, 'a@b.co'); // open event
await track(none, 'a@b.co'); // open event
