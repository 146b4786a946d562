/** The shapes of query and test documents and of the rules file as JSON Schemas, for tools that check and complete with one. */

import { queryShape } from '../documents/queryShape.ts';
import type { MapShape, Shape } from '../documents/shape.ts';
import { testDocumentShape } from '../documents/testShape.ts';
import { rulesShape } from '../lint/rulesShape.ts';

type Schema = boolean | { readonly [keyword: string]: unknown };

const memberPattern = '^[A-Za-z_]\\w*\\.[A-Za-z_]\\w*$';
/** Also with a granularity. */
const columnPattern = '^[A-Za-z_]\\w*\\.[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)?$';

/** The schema of `*.query.yml`, `*.query.yaml` and `*.query.json`; draft-07. */
export function querySchema(): object {
  const description = 'A query of the data API, and who asks.';
  return schemaOf('Query of a data model', description, queryShape, false);
}

/** The schema of `*.test.yml` and `*.test.yaml`; draft-07. */
export function testSchema(): object {
  const description = 'Queries of a data model, and what their results must be.';
  return schemaOf('Tests of a data model', description, testDocumentShape, true);
}

/** The schema of `.datamodelrules.yml`; draft-07. */
export function rulesSchema(): object {
  return schemaOf('Rules of a data model', 'The levels of checks of care.', rulesShape, false);
}

/** With `hasPlaceholders`, a text such as `{status}` can be in place of a member or another value. */
function schemaOf(title: string, description: string, shape: MapShape, hasPlaceholders: boolean): object {
  const definitions: Record<string, Schema> = {};
  const placeholder: Schema = { type: 'string', pattern: '\\{[A-Za-z_]\\w*\\}' };
  const or = (schema: Schema): Schema => (hasPlaceholders ? { anyOf: [schema, placeholder] } : schema);
  const of = (one: Shape): Schema => {
    switch (one.kind) {
      case 'map':
        if (!Object.hasOwn(definitions, one.name)) {
          definitions[one.name] = true;
          definitions[one.name] = map(one);
        }
        return { $ref: `#/definitions/${one.name}` };
      case 'record':
        return { type: 'object', additionalProperties: of(one.values) };
      case 'list': {
        const { least: minItems, most: maxItems } = one;
        return { type: 'array', items: of(one.items), ...(minItems && { minItems }), ...(maxItems && { maxItems }) };
      }
      case 'tuple':
        return { type: 'array', items: one.items.map(of), minItems: one.items.length, maxItems: one.items.length };
      case 'member': {
        const hasGranularity = one.role === 'order' || one.role === 'column';
        return or({ type: 'string', pattern: hasGranularity ? columnPattern : memberPattern });
      }
      case 'text':
        return one.choices ? or({ enum: one.choices.map(({ text }) => text) }) : { type: 'string' };
      case 'integer':
        return or({ type: 'integer', minimum: one.least, ...(one.most === undefined ? {} : { maximum: one.most }) });
      case 'number':
        return or({ type: 'number', ...(one.least === undefined ? {} : { minimum: one.least }) });
      case 'boolean':
        return or({ type: 'boolean' });
      case 'value':
        return { type: ['string', 'number', 'boolean', 'null'] };
      case 'any':
        return true;
      case 'oneOf':
        return { anyOf: one.shapes.map(of) };
    }
  };
  const map = ({ fields }: MapShape): Schema => {
    const all = Object.entries(fields);
    const required = all.flatMap(([key, field]) => (field.required && !field.isSpared ? [key] : []));
    return {
      type: 'object',
      properties: Object.fromEntries(
        all.map(([key, { shape: inner, doc, nullable }]) => {
          const schema = nullable ? { anyOf: [of(inner), { type: 'null' }] } : { allOf: [of(inner)] };
          return [key, { description: doc, ...schema }];
        }),
      ),
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    };
  };
  const root = of(shape);
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, description, allOf: [root], definitions };
}
