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
  'imported constants in includes': {
    ...shop('{ count: { type: `count` } }'),
    'names.js': "export const ALL = ['count', 'price'];\nexport const ONE = 'id';\n",
    'views.js': `import { ALL, ONE } from './names';
view(\`all\`, { cubes: [{ join_path: shop, includes: ALL }] });
view(\`more\`, { cubes: [{ join_path: shop, includes: [ONE, ...ALL] }] });
view(\`less\`, { cubes: [{ join_path: shop, includes: \`*\`, excludes: ALL }] });\n`,
  },
  'constants in folders and policies': {
    'shop.js': `const MEMBERS = ['price'];
const FOLDERS = [{ name: 'money', includes: ['price'] }];
cube(\`shop\`, { sql_table: \`shop\`, dimensions: { ${id}, ${price} }, access_policy: [{ group: \`*\`, member_level: { includes: MEMBERS } }] });
view(\`all\`, { cubes: [{ join_path: shop, includes: \`*\` }], folders: FOLDERS });\n`,
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
  'functions for dimensions and SQL in a later module': {
    'tags.js': `asyncModule(async () => {
  const keys = await Promise.resolve(['a']);
  const tag = (key) => ({ [\`tag_\${key}\`]: { sql: (CUBE) => \`\${CUBE}.tag_\${key}\`, type: \`string\` } });
  const columns = keys.map((key) => \`tag_\${key} TEXT\`).join(', ');
  cube(\`tags\`, {
    sql: \`SELECT * FROM t (\${columns})\`,
    dimensions: Object.assign({ ${id} }, keys.reduce((all, key) => ({ ...all, ...tag(key) }), {})),
  });
});\n`,
  },
  'functions that name each other’s members': shop(
    'Object.assign({ count: { type: `count` } }, STATES.reduce((all, one) => ({ ...all, ...total(one), ...share(one) }), {}))',
    "const STATES = ['new', 'done'];\nconst total = (one) => ({ [`total_${one}`]: { type: `count`, filters: [{ sql: (CUBE) => `${CUBE}.state = '${one}'` }] } });\nconst share = (one) => ({ [`share_${one}`]: { type: `number`, sql: (CUBE) => `${CUBE[`total_${one}`]} / ${CUBE.count}` } });\n",
    `${id}, done: { sql: \`\${CUBE.total_done}\`, type: \`number\`, sub_query: true }`,
  ),
  'measures for one tenant': shop(
    'Object.assign({ count: { type: `count` } }, custom)',
    'const { securityContext: { tenant } = {} } = COMPILE_CONTEXT;\nconst custom = {};\nif (tenant === 1) {\n  custom[`late`] = { type: `count`, filters: [{ sql: (CUBE) => `${CUBE}.late` }] };\n}\n',
  ),
  'filters, groups of filters and the security context': {
    'shop.js': `cube(\`shop\`, {
  sql: \`SELECT * FROM t WHERE \${FILTER_PARAMS.shop.price.filter('p')} AND \${SECURITY_CONTEXT.tenant.filter('t')} AND \${FILTER_GROUP(FILTER_PARAMS.shop.price.filter((from, to) => \`p > \${from}\`))}\`,
  dimensions: { ${id}, ${price} },
  segments: { ...['a', 'b'].reduce((all, one) => ({ ...all, [one]: { sql: \`\${CUBE}.kind = '\${one}'\` } }), {}) },
});\n`,
  },
  addExport: {
    'parts.js': 'addExport({ base: { count: { type: `count` } } });\n',
    ...shop('{ ...base, twice: { type: `number`, sql: `${count} * 2` } }', "import { base } from './parts';\n"),
  },
  'parameters with defaults': shop(
    "{ s: column('sum'), a: column('avg', { title: 'A' }), m: { ...column('max'), title: 'M' } }",
    'const column = (type, more = {}) => ({ type, sql: (CUBE) => `${CUBE.price}`, ...more });\n',
  ),
  'a method of a class': shop(
    '{ different: { type: `count_distinct`, sql: `${town}` } }',
    'class Parts { constructor(name) { this.name = name; } dimensions() { return { [this.name]: { sql: () => `town`, type: `string` } }; } }\n',
    `${id}, ...new Parts('town').dimensions()`,
  ),
  'a function for joins': {
    'shop.js': `const join = (to) => ({ [to]: { relationship: \`many_to_one\`, sql: (CUBE) => \`\${CUBE}.\${to}_id = 1\` } });
cube(\`shop\`, { sql_table: \`shop\`, joins: { ...join('town') }, dimensions: { ${id}, name: { sql: \`\${town.name}\`, type: \`string\` } } });
cube(\`town\`, { sql_table: \`town\`, dimensions: { ${id}, name: { sql: \`name\`, type: \`string\` } } });\n`,
  },
  'short properties': shop(
    '{ total: { type: `sum`, sql: `${size}` } }',
    'const type = `number`;\nconst sql = (CUBE) => `${CUBE.price}`;\n',
    `${id}, ${price}, size: { type, sql }`,
  ),
  'a loop over objects': {
    'loop.js': `for (const [name, table] of Object.entries({ first: 't1', second: 't2' })) {
  cube(\`\${name}_orders\`, { sql_table: table, measures: { count: { type: \`count\` }, twice: { type: \`number\`, sql: \`\${CUBE.count} * 2\` } }, dimensions: { ${id} } });
}
view(\`all\`, { cubes: [{ join_path: first_orders, includes: \`*\` }] });\n`,
  },
};
