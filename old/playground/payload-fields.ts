import type { SimulationRequest } from '../src/core/model/simulation.ts';
import { h } from '../src/features/html/view/dom.ts';
import { field } from '../src/features/html/view/filter-bar.ts';
import type { EventSchema } from './protocol.ts';

/** A field for each property of an event. What is not filled in is not known. */
export function createPayloadFields(schema: EventSchema) {
  const inputs = schema.map(([property, type], i) => {
    const input = inputFor(`payload-${i}`, type);
    return { property, type, input, element: field(labelOf(property, type), input) };
  });
  return {
    element: h(
      'fieldset.payload',
      h('legend', 'Its payload, as far as it is known'),
      inputs.map(({ element }) => element),
    ),
    read(): Pick<SimulationRequest, 'payload' | 'payloadIsPart'> {
      const filled = inputs.filter(({ input }) => input.value !== '');
      if (filled.length === 0) return {};
      const values = filled.map(({ property, type, input }) => [
        property,
        parseField(input.value, type),
      ]);
      return {
        payload: Object.fromEntries(values),
        payloadIsPart: filled.length < inputs.length,
      };
    },
  };
}

const labelOf = (property: string, type = 'JSON'): string => `${property} (${type})`;

function inputFor(id: string, type: string | undefined): HTMLInputElement | HTMLSelectElement {
  if (type === 'boolean')
    return h(
      'select',
      { id },
      h('option', { value: '' }, 'not known'),
      h('option', 'true'),
      h('option', 'false'),
    );
  const kind = type === 'number' || type === 'date' ? type : 'text';
  return h('input', { id, type: kind, step: type === 'number' && 'any', autocomplete: 'off' });
}

/** In a field of another type than the service names, JSON is taken as it is. */
function parseField(text: string, type: string | undefined): unknown {
  if (type === 'string' || type === 'date') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
