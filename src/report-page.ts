/** The entry of the script in the HTML report: it gives the page the features it draws with. */
import { startPage } from './features/html/page/main.ts';
import { buildScene } from './features/picture/draw.ts';
import { simulate } from './features/simulate/simulate.ts';

startPage({ buildScene, simulate });
