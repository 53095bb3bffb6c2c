import { NAME as tsx } from './kinds/of-tsx';
import { NAME as js } from './kinds/of-js';
import { NAME as jsx } from './kinds/of-jsx';
import { NAME as mts } from './kinds/of-mts.mjs';
import { NAME as cts } from './kinds/of-cts.cjs';
import { NAME as mjs } from '@/kinds/of-mjs.mjs';
import { NAME as cjs } from '#/kinds/of-cjs';
import { NAME as vue } from '$/kinds/of-vue';
import { NAME as svelte } from '@acme/src/kinds/of-svelte';
import { NAME as tsxAgain } from './kinds/of-tsx.jsx';
import { NAME as none } from './kinds/of-none';
import track from './track';

for (const event of [tsx, js, jsx, mts, cts, mjs, cjs, vue, svelte, tsxAgain]) await track(event, 'a@b.co');
await track(none, 'a@b.co'); // open event
