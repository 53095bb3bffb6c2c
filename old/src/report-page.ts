/** The entry of the script in the HTML report: it passes pictures and simulations to the page. */
import { startPage } from './features/html/page/main.ts';
import { buildScene } from './features/picture/draw.ts';
import { simulate } from './features/simulate/simulate.ts';

startPage({ buildScene, simulate });
