import type { Ajv, KeywordCxt } from 'ajv';
import { _, and, type Code, getProperty, or } from 'ajv/dist/compile/codegen/index.js';

/** The two keywords of `src/document/shapes.ts` that JSON Schema does not have, as code: see there. */
export function addKeywords(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'requireOne',
    type: 'object',
    schemaType: 'array',
    error: { message: 'misses a field', params: ({ schema }) => _`{names: ${schema}}` },
    code: (cxt: KeywordCxt) => cxt.fail(and(...cxt.schema.map((name: string) => isMissing(cxt, name)))),
  });
  ajv.addKeyword({
    keyword: 'requireWith',
    type: 'object',
    schemaType: 'object',
    error: { message: 'misses a field', params: ({ params }) => _`{missingProperty: ${params['missingProperty']}}` },
    code(cxt: KeywordCxt) {
      const given = or(...cxt.schema.any.map((name: string) => _`${cxt.data}${getProperty(name)} !== undefined`));
      for (const name of cxt.schema.also) {
        cxt.gen.if(and(isMissing(cxt, name), given), () => {
          cxt.setParams({ missingProperty: name });
          cxt.error();
        });
      }
    },
  });
}

const isMissing = ({ data }: KeywordCxt, name: string): Code => _`${data}${getProperty(name)} === undefined`;
