/** The page's whole style. The page allows this text and no other by its hash, so a change here needs a new one: the test tells it. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --dim: #5a6068; --back: #fff; --panel: #f4f5f7; --line: #d5d9df; --error: #b3161b; --warning: #7a4b00; --info: #1d4f91; --clean: #1a6334; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --dim: #a3abb5; --back: #16181b; --panel: #212429; --line: #3b4048; --error: #ff8f8f; --warning: #f2bd5c; --info: #8cbcff; --clean: #7fd49a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 62rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
h4 { font-size: 1rem; margin: 0; }
p { margin: 0.35rem 0; }
a { color: inherit; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
table { border-collapse: collapse; margin: 0.5rem 0; }
caption { text-align: left; color: var(--dim); }
th, td { padding: 0.25rem 1.25rem 0.25rem 0; text-align: left; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
article { margin: 0.75rem 0; padding: 0.6rem 0.9rem; border-left: 0.25rem solid var(--dim); background: var(--panel); break-inside: avoid; }
pre { margin: 0.5rem 0; padding: 0.5rem; overflow-x: auto; border: 1px solid var(--line); background: var(--back); font: 0.85rem/1.45 ui-monospace, monospace; }
ul { margin: 0.35rem 0; padding-left: 1.25rem; }
.place { color: var(--dim); font-size: 0.9rem; }
.error { border-color: var(--error); } .warning { border-color: var(--warning); } .info { border-color: var(--info); }
.error strong { color: var(--error); } .warning strong { color: var(--warning); } .info strong { color: var(--info); }
.clean { color: var(--clean); }
footer { margin-top: 2.5rem; color: var(--dim); font-size: 0.9rem; }
@media print { body { max-width: none; padding: 0; } pre { white-space: pre-wrap; } article { background: none; } }
`;

/** SHA-256 of the style, as a page's policy writes it. */
export const STYLE_HASH = 'sha256-YZ/jaD6B/kaMUQQuQHwPJ0P+41N8lPWW0MECBuo1F20=';
