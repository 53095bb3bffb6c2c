import type { Simulation } from '../core/model/simulation.ts';
import type { SimulationQuery } from '../features/mcp/input.ts';
import { simulateMaterial } from '../features/simulate/command.ts';
import { materialOf, parseRequest } from '../features/simulate/input.ts';
import type { FixSettings } from '../run/fix.ts';
import type { HeldWorkspace } from '../run/hold.ts';
import type { Runtime } from '../run/runtime.ts';

/** The simulation of `edgewise mcp`. */
export function simulateQuery(
  held: HeldWorkspace,
  { event, payload, contact, when = [] }: SimulationQuery,
  events: FixSettings['events'],
  runtime: Runtime,
): Simulation {
  const { request, remarks } = parseRequest(
    {
      payload: payload && JSON.stringify(payload),
      contact: contact && JSON.stringify(contact),
      when,
      at: undefined,
      zone: undefined,
      all: false,
    },
    event,
    runtime,
  );
  const material = materialOf([held], [], {
    status: undefined,
    workflow: [],
    events: events === 'none' ? ['none'] : [],
  });
  return simulateMaterial(material, request, remarks).simulation;
}
