// One graph of ten nodes in the dialect of each peer: what its linter has nothing, or next to nothing, to say about.
import { tenStepWorkflow } from './workload.js';

const NAMES = [
  'Look up order',
  'Is it paid',
  'Thank the customer',
  'Ask for payment',
  'Wait a day',
  'Add to list',
  'Note in ledger',
  'Close the case',
  'Tell the team',
];

/** A workflow of the service, as one line of JSON. */
export const ownJson = (n) => JSON.stringify(tenStepWorkflow(n));

/** A workflow of n8n: https://docs.n8n.io */
export function n8n(n) {
  const node = (name, type, i, parameters) => ({
    parameters,
    id: `${n}-${i}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion: 1,
    position: [220 * i, 300],
  });
  const set = { values: { string: [{ name: 'number', value: '={{ $json.order }}' }] } };
  const others = [
    ['if', { conditions: { boolean: [{ value1: '={{ $json.paid }}', value2: true }] } }],
    ['wait', { amount: 1, unit: 'days' }],
    ['slack', { channel: '#orders', text: '={{ $json.number }}' }],
  ];
  const nodes = [
    node(`Order ${n} arrives`, 'scheduleTrigger', 0, {
      rule: { interval: [{ field: 'hours', hoursInterval: 1 }] },
    }),
    ...NAMES.map((name, i) => {
      const [type, parameters] =
        i === 1 ? others[0] : i === 4 ? others[1] : i === 8 ? others[2] : ['set', set];
      return node(`${name} ${n}`, type, i + 1, parameters);
    }),
  ];
  nodes[9].retryOnFail = true;
  const to = (...all) => ({
    main: all.map((i) => [{ node: nodes[i].name, type: 'main', index: 0 }]),
  });
  const links = [to(1), to(2), to(3, 4), to(5), to(5), to(6), to(7), to(8), to(9)];
  return JSON.stringify({
    name: `Orders ${n}`,
    active: false,
    nodes,
    connections: Object.fromEntries(links.map((link, i) => [nodes[i].name, link])),
    settings: {},
  });
}

/** All flows in one file, as Node-RED exports them: a tab each, and its nodes. https://nodered.org/docs */
export function nodeRed(count) {
  const all = [];
  for (let n = 0; n < count; n++) {
    const id = (i) => `f${n.toString(16).padStart(7, '0')}${i.toString(16).padStart(8, '0')}`;
    all.push({ id: id(15), type: 'tab', label: `Orders ${n}`, disabled: false, info: '' });
    const node = (i, type, name, wires, more) =>
      all.push({
        id: id(i),
        type,
        z: id(15),
        name,
        x: 160 + 180 * i,
        y: 120 + 60 * (i % 2),
        wires,
        ...more,
      });
    node(0, 'inject', 'Every hour', [[id(1)]], {
      props: [{ p: 'payload' }],
      repeat: '3600',
      once: false,
      topic: '',
      payload: '',
      payloadType: 'date',
    });
    for (const [i, name] of NAMES.entries()) {
      const at = i + 1;
      if (at === 9)
        node(at, 'debug', name, [], {
          active: true,
          tosidebar: true,
          console: false,
          complete: 'payload',
        });
      else if (i === 1)
        node(at, 'switch', name, [[id(3)], [id(4)]], {
          property: 'payload',
          rules: [{ t: 'true' }, { t: 'false' }],
          outputs: 2,
        });
      else
        node(at, 'change', name, [[id(at === 3 ? 5 : at + 1)]], {
          rules: [{ t: 'set', p: 'payload', to: 'order', tot: 'msg' }],
        });
    }
  }
  return JSON.stringify(all);
}

/** A process in BPMN 2.0, with its diagram. https://www.omg.org/spec/BPMN/2.0.2 */
export function bpmn(n) {
  const flows = [
    [0, 1],
    [1, 2],
    [2, 3, 'paid'],
    [2, 4, 'open'],
    [3, 5],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
  ];
  const elementOf = (i) =>
    i === 0
      ? 'startEvent'
      : i === 9
        ? 'endEvent'
        : i === 2 || i === 5
          ? 'exclusiveGateway'
          : 'task';
  const nameOf = (i) => (i === 0 ? 'Order arrives' : i === 5 ? undefined : NAMES[i - 1]);
  const nodes = Array.from({ length: 10 }, (_, i) => {
    const ends = flows.flatMap(([from, to], f) => [
      ...(to === i ? [`<bpmn:incoming>f${f}</bpmn:incoming>`] : []),
      ...(from === i ? [`<bpmn:outgoing>f${f}</bpmn:outgoing>`] : []),
    ]);
    const name = nameOf(i) === undefined ? '' : ` name="${nameOf(i)}"`;
    return `<bpmn:${elementOf(i)} id="n${i}"${name}>${ends.join('')}</bpmn:${elementOf(i)}>`;
  });
  const sequence = flows.map(
    ([from, to, name], f) =>
      `<bpmn:sequenceFlow id="f${f}"${name ? ` name="${name}"` : ''} sourceRef="n${from}" targetRef="n${to}"/>`,
  );
  const shapes = nodes.map(
    (_, i) =>
      `<bpmndi:BPMNShape id="s${i}" bpmnElement="n${i}"><dc:Bounds x="${160 + 140 * i}" y="${i === 4 ? 220 : 100}" width="100" height="80"/></bpmndi:BPMNShape>`,
  );
  const lines = flows.map(
    ([from, to], f) =>
      `<bpmndi:BPMNEdge id="l${f}" bpmnElement="f${f}"><di:waypoint x="${260 + 140 * from}" y="140"/><di:waypoint x="${160 + 140 * to}" y="140"/></bpmndi:BPMNEdge>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="d${n}" targetNamespace="http://bpmn.io/schema/bpmn">
<bpmn:process id="p${n}" name="Orders ${n}" isExecutable="false">
${[...nodes, ...sequence].join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="g${n}"><bpmndi:BPMNPlane id="e${n}" bpmnElement="p${n}">
${[...shapes, ...lines].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>
`;
}
