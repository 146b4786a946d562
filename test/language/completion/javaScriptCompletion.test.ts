import type { Texts } from '../../model/models.ts';
import { type Case, check, type Frame } from './completionCases.ts';

const drivers = `cube(\`drivers\`, {
  sqlTable: \`fleet.drivers\`,
  joins: { depots: { relationship: \`many_to_one\`, sql: \`\${CUBE}.depot_id = \${depots.id}\` } },
  dimensions: {
    id: { sql: \`id\`, type: \`number\`, primaryKey: true },
    name: { sql: \`\${CUBE}.full_name\`, type: \`string\` },
  },
  measures: { drivers: { type: \`count\` } },
});
cube(\`depots\`, {
  sqlTable: \`fleet.depots\`,
  dimensions: { id: { sql: \`id\`, type: \`number\`, primaryKey: true }, town: { sql: \`town\`, type: \`string\` } },
});
cube(\`fuel\`, { sqlTable: \`fleet.fuel\`, dimensions: { price: { sql: \`price\`, type: \`number\` } } });
`;

function trips(typed: string, part: string): string {
  const at = (name: string) => (name === part ? `\n    ${typed}` : '');
  return `cube(\`trips\`, {
  sqlTable: \`fleet.trips\`,${at('cube')}
  joins: {
    drivers: { relationship: \`many_to_one\`, sql: \`\${CUBE}.driver_id = \${drivers.id}\` },${at('join')}
  },
  dimensions: {
    id: { sql: \`id\`, type: \`number\`, primaryKey: true },
    purpose: { sql: \`purpose\`, type: \`string\` },
    startedAt: { sql: \`started_at\`, type: \`time\`, granularities: { shift: { interval: \`8 hours\`, origin: \`2024-01-01\` } } },${at('dimension')}
  },
  measures: {
    count: { type: \`count\` },
    distance: { sql: \`metres\`, type: \`sum\` },${at('measure')}
  },
  segments: {
    night: { sql: \`\${CUBE}.late\` },
  },
  preAggregations: {
    daily: { measures: [CUBE.count], timeDimension: startedAt, granularity: \`day\` },${at('preAggregation')}
  },${at('policy')}
});
`;
}

const frameOf = (part: string): Frame => ({
  indent: '    ',
  texts: (typed): Texts => ({ 'trips.js': trips(typed, part), 'drivers.js': drivers }),
});

/** With the other cubes below the cursor. */
const below: Frame = { indent: '    ', texts: (typed): Texts => ({ 'all.js': trips(typed, 'measure') + drivers }) };

const view: Frame = {
  indent: '  ',
  texts: (typed): Texts => ({
    'trips.js': trips('', ''),
    'drivers.js': drivers,
    'views.js': `view(\`work\`, {\n  ${typed}\n});\n`,
  }),
};

const cases: Record<string, readonly Case[]> = {
  measure: [
    [
      'added: { sql: `${▮}`, type: `number` },',
      'distance count startedAt purpose id night CUBE trips drivers',
      'added: { sql: `${distance}`, type: `number` },',
    ],
    [
      'added: { sql: `${▮}.metres`, type: `sum` },',
      'CUBE trips drivers',
      'added: { sql: `${CUBE}.metres`, type: `sum` },',
    ],
    ['added: { sql: `${▮`, type: `number` },', 'distance', 'added: { sql: `${distance}`, type: `number` },'],
    ['added: { sql: `${▮', 'distance … night', 'added: { sql: `${distance}'],
    ['added: { sql: `${▮ },', 'distance … night', 'added: { sql: `${distance} },'],
    [
      'added: {\n  type: `number`,\n  sql: `${distance} / ${▮\n},',
      'distance',
      'added: {\n  type: `number`,\n  sql: `${distance} / ${distance}\n},',
    ],
    [
      'added: { sql: `${CUBE.▮}`, type: `number` },',
      'distance count ! added',
      'added: { sql: `${CUBE.distance}`, type: `number` },',
    ],
    ['added: { sql: `${CUBE.▮`, type: `number` },', 'distance', 'added: { sql: `${CUBE.distance}`, type: `number` },'],
    [
      'added: { sql: `1.0 * ${dis▮tance} / 2`, type: `number` },',
      '… distance',
      'added: { sql: `1.0 * ${distance} / 2`, type: `number` },',
    ],
    [
      'added: { sql: `${distance} / ${▮}`, type: `number` },',
      'distance',
      'added: { sql: `${distance} / ${distance}`, type: `number` },',
    ],
    [
      'added: { sql: `${drivers.▮}`, type: `number` },',
      'drivers id name depots',
      'added: { sql: `${drivers.drivers}`, type: `number` },',
    ],
    [
      'added: { sql: `${depots.▮}`, type: `number` },',
      'id town',
      'added: { sql: `${drivers.depots.id}`, type: `number` },',
    ],
    [
      'added: { sql: `${drivers.depots.▮}`, type: `number` },',
      'id town',
      'added: { sql: `${drivers.depots.id}`, type: `number` },',
    ],
    ['added: { sql: `${fuel.▮}`, type: `number` },', 'price', 'added: { sql: `${fuel.price}`, type: `number` },'],
    [
      'added: { sql: `${startedAt.▮}`, type: `number` },',
      'shift second',
      'added: { sql: `${startedAt.shift}`, type: `number` },',
    ],
    [
      'added: { sql: `${CUBE}.▮`, type: `number` },',
      'driver_id … metres late',
      'added: { sql: `${CUBE}.driver_id`, type: `number` },',
    ],
    ['added: { sql: `met▮`, type: `number` },', '… metres', 'added: { sql: `metres`, type: `number` },'],
    [
      'added: { sql: `${drivers}.▮`, type: `number` },',
      '… full_name depot_id',
      'added: { sql: `${drivers}.full_name`, type: `number` },',
    ],
    [
      'added: { sql: () => `${CUBE.▮}`, type: `number` },',
      'distance',
      'added: { sql: () => `${CUBE.distance}`, type: `number` },',
    ],
    [
      'added: { sql: `${FILTER_PARAMS.▮}`, type: `number` },',
      'trips … drivers',
      'added: { sql: `${FILTER_PARAMS.trips}`, type: `number` },',
    ],
    [
      'added: { sql: `${FILTER_PARAMS.trips.▮}`, type: `number` },',
      'id purpose startedAt',
      'added: { sql: `${FILTER_PARAMS.trips.id}`, type: `number` },',
    ],
    [
      'added: { sql: `${FILTER_PARAMS.trips.id.▮}`, type: `number` },',
      'filter',
      "added: { sql: `${FILTER_PARAMS.trips.id.filter('')|}`, type: `number` },",
    ],
    [
      'added: { type: `count`, drillMembers: [▮] },',
      'count distance id purpose startedAt CUBE trips drivers',
      'added: { type: `count`, drillMembers: [count] },',
    ],
    [
      'added: { type: `count`, drillMembers: [id, ▮] },',
      'count distance purpose ! id',
      'added: { type: `count`, drillMembers: [id, count] },',
    ],
    [
      'added: { type: `count`, drillMembers: [id, CUBE.▮] },',
      'count distance purpose ! id',
      'added: { type: `count`, drillMembers: [id, CUBE.count] },',
    ],
    [
      'added: { type: `count`, drillMembers: [drivers.▮] },',
      'drivers id name',
      'added: { type: `count`, drillMembers: [drivers.drivers] },',
    ],
    [
      'added: { type: `count`, drillMembers: [\n  id,\n  ▮\n] },',
      'count',
      'added: { type: `count`, drillMembers: [\n  id,\n  count\n] },',
    ],
    [
      'added: { type: `count`, filters: [{ sql: `${▮}` }] },',
      'startedAt',
      'added: { type: `count`, filters: [{ sql: `${startedAt}` }] },',
    ],
    ['added: { sql: `x`, type: `sum`, title: `${▮}` },', 'none'],
    ['added: { sql: `x`, type: ▮ },', 'none'],
    ['added: { ▮ },', 'none'],
    ['added: { sql: ▮, type: `number` },', 'none'],
    ['added: { sql: kilo▮(`metres`), type: `number` },', 'none'],
  ],
  dimension: [
    [
      'added: { sql: `${drivers.na▮}`, type: `string` },',
      '… name',
      'added: { sql: `${drivers.name}`, type: `string` },',
    ],
    [
      'added: { case: { when: [{ sql: `${▮}`, label: `x` }] }, type: `string` },',
      'startedAt purpose id',
      'added: { case: { when: [{ sql: `${startedAt}`, label: `x` }] }, type: `string` },',
    ],
  ],
  join: [
    [
      'fuel: { relationship: `one_to_many`, sql: `${CUBE}.id = ${▮}` },',
      'fuel fuel.price id purpose startedAt',
      'fuel: { relationship: `one_to_many`, sql: `${CUBE}.id = ${fuel}` },',
    ],
    [
      'fu▮: { relationship: `one_to_many` },',
      'fuel … depots ! drivers trips',
      'fuel: { relationship: `one_to_many` },',
    ],
    ['▮', 'fuel depots ! drivers', 'fuel: {\n  relationship: `many_to_one`,\n  sql: `${CUBE}. = ${fuel}.`,\n},|'],
  ],
  preAggregation: [
    ['added: { measures: [▮] },', 'count distance ! id', 'added: { measures: [count] },'],
    ['added: { measures: [CUBE.▮] },', 'count distance', 'added: { measures: [CUBE.count] },'],
    ['added: { dimensions: [depots.▮] },', 'id town', 'added: { dimensions: [drivers.depots.id] },'],
    ['added: { timeDimension: ▮ },', 'startedAt ! id', 'added: { timeDimension: startedAt },'],
    [
      'added: { timeDimension: startedAt, granularity: `▮` },',
      'shift second',
      'added: { timeDimension: startedAt, granularity: `shift` },',
    ],
    [
      'added: { timeDimension: CUBE.startedAt, granularity: ▮ },',
      'shift second',
      "added: { timeDimension: CUBE.startedAt, granularity: 'shift' },",
    ],
    [
      'added: { type: `rollupJoin`, rollups: [▮] },',
      'daily CUBE ! drivers added',
      'added: { type: `rollupJoin`, rollups: [daily] },',
    ],
    ['added: { segments: [▮] },', 'night', 'added: { segments: [night] },'],
  ],
  cube: [
    ['extends: ▮,', 'depots drivers fuel ! trips', 'extends: depots,'],
    ['extends: dr▮,', '… drivers', 'extends: drivers,'],
  ],
  policy: [
    [
      "accessPolicy: [{ group: '*', memberLevel: { includes: [▮] } }],",
      'count distance id',
      "accessPolicy: [{ group: '*', memberLevel: { includes: ['count'] } }],",
    ],
    [
      "accessPolicy: [{ group: '*', memberLevel: { includes: ['▮'] } }],",
      'count distance id',
      "accessPolicy: [{ group: '*', memberLevel: { includes: ['count'] } }],",
    ],
    [
      "accessPolicy: [{ group: '*', rowLevel: { filters: [{ member: ▮ }] } }],",
      '… purpose ! night',
      "accessPolicy: [{ group: '*', rowLevel: { filters: [{ member: purpose }] } }],",
    ],
    [
      'hierarchies: { route: { levels: [▮] } },',
      'id purpose startedAt … drivers.name ! count',
      'hierarchies: { route: { levels: [id] } },',
    ],
  ],
  below: [
    ['added: { sql: `${▮ },', 'distance … drivers.name fuel', 'added: { sql: `${distance} },'],
    ['added: { sql: `${drivers.▮', 'drivers id name depots', 'added: { sql: `${drivers.drivers}'],
  ],
  view: [
    ['cubes: [{ joinPath: ▮ }],', 'depots drivers fuel trips', 'cubes: [{ joinPath: depots }],'],
    ['cubes: [{ joinPath: trips.▮ }],', 'drivers', 'cubes: [{ joinPath: trips.drivers }],'],
    [
      "cubes: [{ joinPath: trips, includes: ['▮'] }],",
      'count distance id',
      "cubes: [{ joinPath: trips, includes: ['count'] }],",
    ],
    [
      "cubes: [{ joinPath: trips, includes: ['count', ▮] }],",
      'distance id ! count',
      "cubes: [{ joinPath: trips, includes: ['count', 'distance'] }],",
    ],
    [
      "cubes: [{ joinPath: trips, includes: ['count', '▮",
      'distance',
      "cubes: [{ joinPath: trips, includes: ['count', 'distance",
    ],
    [
      "cubes: [{ joinPath: trips.drivers, includes: '*', excludes: ['▮'] }],",
      'drivers id name',
      "cubes: [{ joinPath: trips.drivers, includes: '*', excludes: ['drivers'] }],",
    ],
  ],
};

describe('completion of references in JavaScript', () => {
  for (const [where, all] of Object.entries(cases)) {
    for (const one of all) {
      it(`in a ${where}: ${one[0].replaceAll('\n', '⏎')} → ${one[1]}`, () =>
        check({ view, below }[where] ?? frameOf(where), one));
    }
  }
});
