/** The style of the page. Pictures and timelines bring their own. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7;
  --card: #fff;
  --sunk: #f6f8fa;
  --text: #1b1f24;
  --soft: #57606a;
  --rule: #d8dee4;
  --link: #0a58b8;
  --error: #b3161b;
  --error-back: #fdecec;
  --warning: #7a4b00;
  --warning-back: #fff4dc;
  --info: #1d4f91;
  --info-back: #e8f1fc;
  --clean: #17692f;
  --clean-back: #e6f5ea;
  --shadow: 0 1px 2px #1b1f2414, 0 4px 16px #1b1f240a;
}

@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0f1113;
    --card: #16181b;
    --sunk: #202327;
    --text: #e8eaed;
    --soft: #abb3bd;
    --rule: #343a41;
    --link: #8cbcff;
    --error: #ff9c9c;
    --error-back: #3a1a1c;
    --warning: #f2bd5c;
    --warning-back: #352811;
    --info: #9ec6ff;
    --info-back: #172a42;
    --clean: #8fdfa9;
    --clean-back: #15301e;
    --shadow: none;
  }
}

* {
  box-sizing: border-box;
}

html {
  scroll-padding-top: 80px;
}

body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}

[hidden] {
  display: none !important;
}

a {
  color: var(--link);
}

:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}

code, pre {
  font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}

p, h1, h2, h3, h4, ul, ol, dl, dd {
  margin: 0;
}

header > div, main, footer {
  max-width: 1408px;
  margin: 0 auto;
  padding: 0 24px;
}

header {
  background: var(--card);
  border-bottom: 1px solid var(--rule);
  border-top: 6px solid var(--state);
}

header > div {
  padding-top: 28px;
  padding-bottom: 26px;
}

.error {
  --state: var(--error);
  --back-state: var(--error-back);
}

.warning {
  --state: var(--warning);
  --back-state: var(--warning-back);
}

.info {
  --state: var(--info);
  --back-state: var(--info-back);
}

.clean {
  --state: var(--clean);
  --back-state: var(--clean-back);
}

.accepted {
  --state: var(--soft);
  --back-state: var(--sunk);
}

.tool {
  color: var(--soft);
  font-size: 12px;
  font-weight: 600;
  letter-spacing: 0.08em;
  text-transform: uppercase;
}

h1 {
  margin: 6px 0 4px;
  color: var(--state);
  font-size: clamp(22px, 3.4vw, 34px);
  line-height: 1.2;
  text-wrap: balance;
}

.headline, .note, footer, .rules .help {
  color: var(--soft);
}

.note, footer, .place, .place button {
  font-size: 13px;
}

main {
  padding-top: 24px;
  padding-bottom: 24px;
}

h2 {
  margin: 36px 0 12px;
  font-size: 19px;
}

section > h2, dl > dt:first-child {
  margin-top: 0;
}

.first, .failures, .workflow, .rules, .remarks {
  margin-bottom: 20px;
  padding: 20px 24px;
  background: var(--card);
  border: 1px solid var(--rule);
  border-radius: 10px;
  box-shadow: var(--shadow);
}

.failures {
  border-left: 4px solid var(--error);
}

.failures ul, .related {
  padding-left: 20px;
}

.first ol {
  padding: 0;
  list-style: none;
}

.first li {
  padding: 10px 0 10px 16px;
  border-left: 4px solid var(--state);
}

.first li + li {
  margin-top: 8px;
}

.first a {
  font-weight: 600;
}

.first .help {
  display: block;
}

.first > p {
  margin-top: 12px;
}

.filter {
  position: sticky;
  z-index: 1;
  top: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  margin: 0 -8px 12px;
  padding: 10px 8px;
  background: var(--page);
}

input, select, button {
  padding: 6px 10px;
  background: var(--card);
  border: 1px solid var(--soft);
  border-radius: 6px;
  color: var(--text);
  font: inherit;
}

.filter input {
  width: min(260px, 50vw);
}

h3 {
  font-size: 18px;
}

.facts {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 10px;
  align-items: center;
  margin-top: 6px;
}

.count, .status, .badge {
  padding: 1px 8px;
  border-radius: 999px;
  font-size: 12px;
  font-weight: 600;
}

.count, .badge {
  background: var(--back-state);
  color: var(--state);
}

.status {
  background: var(--sunk);
  color: var(--soft);
}

.pair, .workflow > .findings {
  margin-top: 16px;
}

.pair {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 24px;
  align-items: start;
}

.pair > :only-child {
  grid-column: 1 / -1;
}

.picture, .timeline {
  overflow: auto;
}

.picture {
  max-height: 1600px;
}

.heads {
  position: absolute;
}

.timeline {
  margin-top: 20px;
  padding-top: 8px;
  border-top: 1px solid var(--rule);
}

.timeline svg, .picture svg {
  display: block;
}

.picture svg {
  max-width: 100%;
  height: auto;
  margin: 0 auto;
}

.picture .broad {
  max-width: none;
}

.pair:has(.broad) {
  grid-template-columns: minmax(0, 1fr);
}

.findings {
  display: grid;
  gap: 12px;
}

.finding {
  min-width: 0;
  padding: 12px 16px;
  background: var(--sunk);
  border-left: 4px solid var(--state);
  border-radius: 0 8px 8px 0;
}

.finding:target, .finding.chosen {
  outline: 2px solid var(--state);
}

.ew-picture .linked {
  cursor: pointer;
}

.ew-picture .chosen rect {
  stroke-width: 5 !important;
}

.ew-picture a text {
  text-decoration: underline;
}

h4 {
  font-size: 15px;
}

.consequence {
  color: var(--state);
  font-weight: 600;
}

.help code {
  white-space: nowrap;
}

pre {
  margin: 8px 0;
  padding: 8px 10px;
  overflow-x: auto;
  background: var(--card);
  border: 1px solid var(--rule);
  border-radius: 6px;
}

.place {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
  margin-top: 8px;
  color: var(--soft);
}

.place button {
  margin-left: auto;
  padding: 2px 10px;
}

summary {
  cursor: pointer;
}

summary h3, summary .facts {
  display: inline-flex;
  margin: 0 8px 0 0;
  font-size: 15px;
}

details.workflow {
  margin-bottom: 8px;
  padding: 12px 24px;
}

dt {
  margin-top: 12px;
  font-weight: 600;
}

footer {
  padding-bottom: 32px;
}

@media (max-width: 900px) {
  .pair {
    grid-template-columns: minmax(0, 1fr);
  }

  .picture .wide {
    max-width: none;
  }
}

@media (max-width: 600px) {
  header > div, main, footer {
    padding-right: 12px;
    padding-left: 12px;
  }

  .first, .failures, .workflow, details.workflow, .rules, .remarks {
    padding-right: 14px;
    padding-left: 14px;
  }

  .filter {
    position: static;
  }
}

@media print {
  body {
    background: none;
  }

  .filter, button {
    display: none !important;
  }

  .picture, .timeline {
    max-height: none;
    overflow: visible;
  }

  .picture .ew-picture, .timeline svg {
    max-width: 100%;
    height: auto;
    break-inside: avoid;
  }

  pre {
    white-space: pre-wrap;
  }

  .finding, .first li {
    break-inside: avoid;
  }
}
`;
