/** JavaScript models that compile: one for each way in which programs write parts of cubes and views. */

import type { Texts } from './models.ts';

const id = 'id: { sql: `id`, type: `number`, primary_key: true }';
const price = 'price: { sql: `price`, type: `number` }';

const shop = (measures: string, before = '', dimensions = `${id}, ${price}`): Texts => ({
  'shop.js': `${before}cube(\`shop\`, {
  sql_table: \`shop\`,
  measures: ${measures},
  dimensions: { ${dimensions} },
});\n`,
});

export const programs: Readonly<Record<string, Texts>> = {
  'a computed key with a constant': shop(
    '{ [NAME]: { type: `sum`, sql: `${CUBE.price}`, drillMembers: [id] }, half: { type: `number`, sql: `${total} / 2` } }',
    "const NAME = 'total';\n",
  ),
  'a computed key with an imported constant': {
    ...shop(
      '{ [NAME]: { type: `sum`, sql: `${CUBE.price}`, drillMembers: [id] } }',
      "import { NAME } from './names';\n",
    ),
    'names.js': "export const NAME = 'total';\n",
  },
  'a computed key with a template': shop(
    '{ [`${prefix}_total`]: { type: `sum`, sql: `${CUBE.price}` }, [`plain`]: { type: `sum`, sql: `${price}` } }',
    "const prefix = 'all';\n",
  ),
  'a spread of a constant': shop(
    '{ ...common, share: { type: `number`, sql: `${ratio} * 100` } }',
    'const common = { count: { type: `count` }, ratio: { type: `number`, sql: (CUBE) => `1.0 / ${CUBE.count}` } };\n',
  ),
  'a spread of an object': shop(
    '{ ...{ total: { type: `sum`, sql: `${CUBE.price}` } }, half: { type: `number`, sql: `${total} / 2` } }',
  ),
  'a spread of a choice': shop(
    '{ count: { type: `count` }, ...(isTest ? { total: { type: `sum`, sql: `${CUBE.price}` } } : {}) }',
    'const isTest = true;\n',
  ),
  'two cubes that spread the same constant': {
    'two.js': `const common = { ${id.replace('`id`,', '() => `id`,')}, size: { sql: (CUBE) => \`\${CUBE}.size\`, type: \`number\` } };
cube(\`large\`, { sql_table: \`l\`, dimensions: { ...common, height: { sql: \`\${size} * 2\`, type: \`number\` } } });
cube(\`small\`, { sql_table: \`s\`, dimensions: { ...common } });\n`,
  },
  'the argument of a function': shop(
    '{ count: { type: `count` } }',
    'const yesNo = ({ sql }) => ({ type: `boolean`, sql });\n',
    `${id}, paid: yesNo({ sql: \`\${CUBE.price} > 0\` }), ${price}`,
  ),
  'a function around SQL': shop(
    '{ total: { type: `sum`, sql: `${cents(CUBE.price)}` }, other: { type: `sum`, sql: cents(price) } }',
    'const cents = (column) => `${column} / 100.0`;\n',
  ),
  reduce: shop(
    "STATES.reduce((all, one) => ({ ...all, [`${one}_total`]: { type: `sum`, sql: `${CUBE.price}`, filters: [{ sql: `${CUBE}.state = '${one}'` }] } }), {})",
    "const STATES = ['new', 'paid'];\n",
  ),
  'Object.assign': shop(
    'Object.assign({ count: { type: `count` } }, STATES.map(part).reduce((a, b) => Object.assign(a, b)), { double: { type: `number`, sql: `${count} * 2` } })',
    "const STATES = ['new', 'paid'];\nconst part = (one) => ({ [`${one}_share`]: { type: `number`, sql: (CUBE) => `${CUBE[`${one}_count`]} / ${CUBE.count}` }, [`${one}_count`]: { type: `count` } });\n",
  ),
  'Object.fromEntries': shop(
    "Object.fromEntries(['a', 'b'].map((one) => [one, { type: `sum`, sql: `${CUBE.price}` }]))",
  ),
  'an object that is filled': shop(
    'measures',
    'const measures = {};\nmeasures.count = { type: `count` };\nmeasures[`total`] = { type: `sum`, sql: (CUBE) => `${CUBE.price}` };\n',
  ),
  'an imported object': {
    'parts.js':
      'export const dimensions = { id: { sql: () => `id`, type: `number`, primary_key: true }, price: { sql: (CUBE) => `${CUBE}.price`, type: `number` } };\n',
    'shop.js':
      "import { dimensions } from './parts';\ncube(`shop`, { sql_table: `shop`, measures: { total: { type: `sum`, sql: `${price}` } }, dimensions });\n",
  },
  'constants in includes': {
    ...shop('{ count: { type: `count` } }'),
    'views.js': `const COUNT = 'count';
const ALL = ['count', 'price'];
view(\`one\`, { cubes: [{ join_path: shop, includes: [COUNT] }] });
view(\`all\`, { cubes: [{ join_path: shop, includes: ALL }] });
view(\`more\`, { cubes: [{ join_path: shop, includes: [...ALL, 'id'] }] });
view(\`some\`, { cubes: [{ join_path: shop, includes: ['count', 'price'].filter((one) => one !== 'price') }] });\n`,
  },
  'a constant as the name of a cube': {
    'shop.js': `const NAME = 'shop';\ncube(NAME, { sql_table: \`shop\`, measures: { count: { type: \`count\` } }, dimensions: { ${id} } });\n`,
    'views.js': 'view(`all`, { cubes: [{ join_path: shop, includes: `*` }] });\n',
  },
  'context and other calls': {
    ...shop('{ count: { type: `count` } }'),
    'calls.js': 'context(`Sales`, { contextMembers: [shop] });\n',
  },
  'cubes in a loop': {
    'loop.js': `['first', 'second'].forEach((name) => cube(name, { sql_table: name, measures: { count: { type: \`count\` }, double: { type: \`number\`, sql: \`\${CUBE.count} * 2\` } }, dimensions: { ${id} } }));\n`,
  },
  'cubes that a function makes': {
    'make.js': `const make = (name, size) => cube(name, { sql_table: name, dimensions: { ${id}, size: { sql: \`\${CUBE}.size * \${size}\`, type: \`number\` } } });\nmake('first', 1);\nmake('second', 2);\n`,
  },
  'an asynchronous module': {
    'later.js': `asyncModule(async () => {
  const names = await Promise.resolve(['a', 'b']);
  cube(\`shop\`, {
    sql_table: \`shop\`,
    measures: { ...names.map((one) => ({ [one]: { type: \`sum\`, sql: \`\${CUBE.price}\` } })).reduce((a, b) => Object.assign(a, b)), count: { type: \`count\` } },
    dimensions: { ${id}, ${price} },
  });
});\n`,
  },
  'a choice of values': shop(
    '{ total: isTest ? { type: `sum`, sql: `${CUBE.price}` } : { type: `count` }, count: { type: isTest ? `count` : `sum` } }',
    'const isTest = true;\n',
  ),
  'parts of SQL': shop(
    '{ a: { type: `sum`, sql: CUBE.price + ` * 2` }, b: { type: `sum`, sql: [`${CUBE.price}`, `1`].join(` + `) } }',
  ),
  'functions with parameters': shop(
    '{ a: { type: `sum`, sql: function (CUBE) { return `${CUBE.price}`; } }, b: { type: `sum`, sql: (price) => `${price} * 2` } }',
  ),
  'names in brackets': shop(
    "{ a: { type: `sum`, sql: `${CUBE['price']}` }, b: { type: `sum`, sql: `${CUBE[KEY]}` }, c: { type: `sum`, sql: `${CUBE?.price}` } }",
    "const KEY = 'price';\n",
  ),
  'lists of filters': shop(
    '{ a: { type: `count`, filters: FILTERS }, b: { type: `count`, filters: [...FILTERS, { sql: `${CUBE.price} < 9` }] } }',
    'const FILTERS = [{ sql: (CUBE) => `${CUBE.price} > 0` }];\n',
  ),
  'joins with a spread': {
    'shop.js': `cube(\`shop\`, {
  sql_table: \`shop\`,
  joins: { ...{ town: { relationship: \`many_to_one\`, sql: \`\${CUBE}.town_id = \${town.id}\` } } },
  dimensions: { ${id}, town_name: { sql: \`\${town.name}\`, type: \`string\` } },
});
cube(\`town\`, { sql_table: \`town\`, dimensions: { ${id}, name: { sql: \`name\`, type: \`string\` } } });\n`,
  },
  'policies with a constant': {
    'shop.js': `const OPEN = [{ group: \`*\`, member_level: { includes: \`*\` } }];
cube(\`shop\`, {
  sql_table: \`shop\`,
  dimensions: { ${id}, town: { sql: \`town\`, type: \`string\` } },
  access_policy: [...OPEN, { group: \`north\`, row_level: { filters: [{ member: \`town\`, operator: \`equals\`, values: [\`1\`] }] } }],
});\n`,
  },
  'a class': shop(
    'parts.measures',
    'class Parts { get measures() { return { count: { type: `count` } }; } }\nconst parts = new Parts();\n',
  ),
};
