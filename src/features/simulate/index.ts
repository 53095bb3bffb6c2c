/** What one contact receives after an event: as data, text, JSON and pictures. */
export { simulationJson } from './json.ts';
export * from './request.ts';
export { eventNames, refuseUnknown, type Simulation, simulate } from './simulate.ts';
export { SIMULATION_STYLE, simulationSvg } from './svg.ts';
export { type TestReport, testJunit, testText } from './test-report.ts';
export { runTests } from './tests.ts';
export { simulationText } from './text.ts';
export { caseEmails, caseText, workflowOf } from './words.ts';
