/** Pictures of workflows with their findings, and the map of events. */
export { pictureOfEvents } from './events.ts';
export { mermaidOf } from './mermaid.ts';
export { type Picture, pictureOf } from './picture.ts';
export { drawInPage, drawPictures, PICTURE_DEFS, PICTURE_STYLE } from './svg.ts';
