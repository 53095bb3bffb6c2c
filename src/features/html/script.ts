/** The script of the page: the filter, and the link between a step and its findings. Plain text. */
export const SCRIPT = `
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const findings = all('.finding');

function choose(finding, mark) {
  for (const each of all('.chosen')) each.classList.remove('chosen');
  finding.classList.add('chosen');
  mark.closest('.box, .label')?.classList.add('chosen');
}

for (const finding of findings) {
  const section = finding.closest('.workflow');
  const mark = all('.ew-picture [data-finding]', section).find(
    (each) => each.dataset.finding === finding.dataset.finding,
  );
  if (!mark) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Show in picture';
  button.addEventListener('click', () => {
    choose(finding, mark);
    mark.scrollIntoView({ block: 'center', inline: 'center' });
  });
  finding.querySelector('.place').append(button);
  const box = mark.closest('.box, .label');
  if (!box) continue;
  box.classList.add('linked');
  box.addEventListener('click', (event) => {
    const link = event.target.closest('a') ?? box.querySelector('a');
    if (link?.getAttribute('href') !== '#' + finding.id) return;
    choose(finding, mark);
    location.hash = finding.id;
  });
}

const filter = document.querySelector('.filter');
if (filter) {
  const words = document.getElementById('words');
  const severity = document.getElementById('severity');
  const found = document.getElementById('found');
  const texts = new Map(findings.map((each) => [each, each.textContent.toLowerCase()]));
  const apply = () => {
    const wanted = words.value.toLowerCase().trim();
    const isAll = wanted === '' && severity.value === '';
    let amount = 0;
    for (const section of all('.workflow')) {
      const title = section.querySelector('h3').textContent.toLowerCase();
      const own = all('.finding', section);
      for (const finding of own) {
        const isNamed = title.includes(wanted) || texts.get(finding).includes(wanted);
        const isWanted = severity.value === '' || severity.value === finding.dataset.severity;
        finding.hidden = !(isNamed && isWanted);
        if (!finding.hidden) amount++;
      }
      const isClean = own.length === 0 && severity.value === '' && title.includes(wanted);
      section.hidden = !isClean && !own.some((finding) => !finding.hidden);
    }
    found.textContent = isAll ? '' : amount + ' of ' + findings.length + ' findings';
  };
  words.addEventListener('input', apply);
  severity.addEventListener('input', apply);
  filter.hidden = false;
}
`;
