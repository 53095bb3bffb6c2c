import { SEVERITIES, type Severity } from '../model/finding.ts';

type PlainColour =
  | 'back'
  | 'card'
  | 'text'
  | 'dim'
  | 'outline'
  | 'line'
  | 'rule'
  | 'apart'
  | 'sign';
const KINDS = ['start', 'email', 'time', 'branch', 'contact', 'other'] as const;

/**
 * Colours of one scheme. The contrast of text is at least 4.5 : 1, of signs and outlines 3 : 1. `sign` is upon the sign of a
 * severity. A kind of step has two: of the tile and of the drawing of its icon.
 */
type Colours = Readonly<Record<PlainColour | Severity, string>> &
  Readonly<Record<(typeof KINDS)[number], readonly [tile: string, icon: string]>>;

const LIGHT: Colours = {
  back: '#f7f8fa',
  card: '#ffffff',
  text: '#1c1e21',
  dim: '#565d66',
  outline: '#7f8894',
  line: '#69727d',
  rule: '#dfe3e8',
  apart: '#eceef2',
  error: '#b3161b',
  warning: '#7a4b00',
  info: '#1d4f91',
  sign: '#ffffff',
  start: ['#dff3e6', '#14602f'],
  email: ['#e0ebfb', '#1d4f91'],
  time: ['#e8ebf0', '#434c59'],
  branch: ['#efe5fa', '#65309a'],
  contact: ['#dcf1f2', '#0b585d'],
  other: ['#ececec', '#4a4a4a'],
};

const DARK: Colours = {
  back: '#16181b',
  card: '#24282d',
  text: '#e8eaed',
  dim: '#abb3bd',
  outline: '#737d89',
  line: '#8e98a4',
  rule: '#3b4148',
  apart: '#1d2024',
  error: '#ff8f8f',
  warning: '#f2bd5c',
  info: '#8cbcff',
  sign: '#16181b',
  start: ['#173d25', '#8fdfa9'],
  email: ['#1b3557', '#a3c9ff'],
  time: ['#363d46', '#ccd3dc'],
  branch: ['#3c2556', '#d8b6fb'],
  contact: ['#12404a', '#8fdbe0'],
  other: ['#3a3a3a', '#d0d0d0'],
};

export const SCHEMES = { light: LIGHT, dark: DARK };

type StyleRule = readonly [selectors: string, declarations: string];

const FONTS: readonly StyleRule[] = [
  [
    '',
    'font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:12px',
  ],
  ['.ew-title', 'font-size:17px;font-weight:600'],
  ['.ew-caption', 'font-size:11px;font-weight:600'],
  [
    '.ew-name',
    'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:11px',
  ],
  ['.ew-main', 'font-size:13px;font-weight:600'],
  ['.ew-mark text', 'font-size:12px;font-weight:600'],
  ['.ew-also text', 'font-weight:400'],
  ['.ew-label text', 'font-size:11px;text-anchor:middle'],
  ['.ew-label .ew-mark text', 'font-size:12px;text-anchor:start'],
  ['.ew-way', 'fill:none;stroke-width:1.6;stroke-linejoin:round'],
  ['.ew-broken .ew-way', 'stroke-dasharray:5 4'],
  ['.ew-has .ew-way', 'stroke-width:2.6'],
  ['.ew-has .ew-card', 'stroke-width:2.2'],
  ['.ew-ghost .ew-card', 'stroke-dasharray:5 4'],
  ['.ew-icon path', 'fill:none;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round'],
  ['.ew-frame', 'stroke-dasharray:2 5;stroke-linecap:round;stroke-width:1.6'],
];

/**
 * The style of a picture. Every rule is below `.ew-picture`, so that it can be embedded; a page whose policy forbids inline styles
 * prints it with its own. No CSS variables, for programs that do not support them.
 */
export const PICTURE_STYLE = `${printRules(FONTS)}${paint(LIGHT)}@media (prefers-color-scheme:dark){${paint(DARK)}}`;

function paint(colours: Colours): string {
  const { back, card, text, dim, outline, line, rule, apart, sign } = colours;
  const forSeverities = (rulesOf: (severity: Severity) => readonly StyleRule[]) =>
    SEVERITIES.flatMap(rulesOf);
  return printRules([
    ['.ew-back', `fill:${back}`],
    ['text', `fill:${text}`],
    [
      '.ew-subtitle,.ew-name,.ew-detail,.ew-note,.ew-more text,.ew-jump text,.ew-ghost text,.ew-apart text',
      `fill:${dim}`,
    ],
    ['.ew-card', `fill:${card};stroke:${outline};stroke-width:1.2`],
    ['.ew-ghost .ew-card,.ew-more .ew-card,.ew-jump .ew-card', `fill:${back}`],
    ['.ew-frame', `fill:${apart};stroke:${outline}`],
    ['.ew-divider', `stroke:${rule}`],
    ['.ew-way', `stroke:${line}`],
    ['.ew-head', `fill:${line}`],
    ['.ew-label rect', `fill:${back};stroke:${rule}`],
    ['.ew-ghost .ew-tile', 'fill:none'],
    ['.ew-ghost .ew-icon path', `stroke:${dim}`],
    ...KINDS.flatMap((kind): readonly StyleRule[] => [
      [`.ew-${kind} .ew-tile`, `fill:${colours[kind][0]}`],
      [`.ew-${kind} .ew-icon path`, `stroke:${colours[kind][1]}`],
      [`.ew-${kind} .ew-caption`, `fill:${colours[kind][1]}`],
    ]),
    ...forSeverities((severity) => [
      [`.ew-${severity} .ew-card,.ew-${severity} .ew-way`, `stroke:${colours[severity]}`],
      [
        `.ew-${severity} .ew-head,.ew-mark.ew-${severity} text,.ew-mark.ew-${severity} .ew-sign`,
        `fill:${colours[severity]}`,
      ],
      [`.ew-label.ew-${severity} rect`, `stroke:${colours[severity]}`],
    ]),
    ...forSeverities((severity) => [
      [
        `.ew-mark.ew-also.ew-${severity} .ew-sign`,
        `fill:none;stroke:${colours[severity]};stroke-width:1.3`,
      ],
    ]),
    ['.ew-mark .ew-stroke', `stroke:${sign};fill:none;stroke-width:1.8;stroke-linecap:round`],
    ...forSeverities((severity) => [
      [`.ew-mark.ew-also.ew-${severity} .ew-stroke`, `stroke:${colours[severity]}`],
    ]),
  ]);
}

function printRules(list: readonly StyleRule[]): string {
  const below = (selector: string): string => `.ew-picture ${selector}`.trim();
  return list
    .map(
      ([selectors, declarations]) => `${selectors.split(',').map(below).join()}{${declarations}}`,
    )
    .join('');
}
