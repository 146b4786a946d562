/** What `.datamodelrules.yml` may contain. */

import type { MapShape } from '../documents/shape.ts';
import { levels, lintRules } from './lintRules.ts';

const level = { kind: 'text', choices: levels } as const;

export const rulesShape: MapShape = {
  kind: 'map',
  name: 'rules file',
  fields: {
    rules: {
      shape: {
        kind: 'map',
        name: 'rules',
        fields: Object.fromEntries(
          Object.entries(lintRules).map(([name, { doc, level: usual, options }]) => {
            const withOptions: MapShape = {
              kind: 'map',
              name,
              fields: { level: { shape: level, doc: 'How loud the rule is.', required: true }, ...options },
            };
            const shape = { kind: 'oneOf', shapes: [level, withOptions] } as const;
            return [name, { shape, doc: `${doc} Default: \`${usual}\`.` }];
          }),
        ),
      },
      doc: 'The level of each rule: `off`, `info`, `warning` or `error`.',
      required: true,
    },
  },
};
