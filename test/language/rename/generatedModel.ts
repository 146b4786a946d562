/** Random models that compile: cubes in YAML and JavaScript that join and extend each other, and views over them. */

import type { Texts } from '../../model/models.ts';
import type { Random } from '../../model/mutation/mutant.ts';

/** Names that begin or end with each other. */
const pool = ['a', 'a_b', 'b', 'n_a', 'status', 'order', 'order_status', 'state', 'sum', 'n'];

export function generatedModel(random: Random): Texts {
  const chosen = <T>(items: readonly T[], count: number): T[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((x, y) => x.at - y.at)
      .slice(0, count)
      .map(({ item }) => item);
  const flip = () => random() < 0.5;
  const cubes = ['order', 'orders', 'orders_a', 'b_orders'];
  const texts: Texts = {};
  const fields = new Map<string, string[]>();
  for (const [i, cube] of [...cubes.entries()].reverse()) {
    const own = chosen(
      pool.filter((name) => !cubes.includes(name)),
      4,
    );
    fields.set(cube, own);
    const next = cubes[i + 1];
    const far = next && fields.get(next)![0]!;
    const [first, second, third, fourth] = own as [string, string, string, string];
    if (flip()) {
      const list = flip() ? `[${first}, ${second}]` : `[CUBE.${first}]`;
      texts[`${cube}.js`] = [
        `cube(\`${cube}\`, {`,
        `  sql: \`SELECT * FROM t WHERE \${FILTER_PARAMS.${cube}.${first}.filter('x')}\`,`,
        next ? `  joins: { ${next}: { sql: \`\${CUBE.id} = \${${next}.id}\`, relationship: 'many_to_one' } },` : '',
        `  dimensions: {`,
        `    id: { sql: \`id\`, type: \`number\`, primaryKey: true, public: true },`,
        `    ${first}: { sql: \`x\`, type: "string" },`,
        `    ${second}: { sql: \`\${${first}} || '1'\`, type: \`string\` },`,
        next ? `    far_${cube}: { sql: \`\${${next}.${far}}\`, type: \`string\` },` : '',
        `    at: { sql: \`at\`, type: 'time', granularities: { term: { interval: '4 months' } } },`,
        `  },`,
        `  measures: {`,
        `    ${third}: { type: \`count\`, drillMembers: ${list} },`,
        `    ${fourth}: { sql: \`\${${third}} / \${CUBE.${third}}\`, type: \`number\` },`,
        `  },`,
        `  preAggregations: { main: { measures: [CUBE.${third}], dimensions: [${first}], timeDimension: at, granularity: \`term\` } },`,
        `});`,
      ].join('\n');
    } else {
      texts[`${cube}.yml`] = [
        'cubes:',
        `  - name: ${flip() ? `"${cube}"` : cube} # ${cube}`,
        `    sql: SELECT * FROM t WHERE {FILTER_PARAMS.${cube}.${first}.filter('x')}`,
        ...(next
          ? [`    joins:`, `      - { name: ${next}, sql: "{CUBE.id} = {${next}.id}", relationship: many_to_one }`]
          : []),
        '    dimensions:',
        '      - { name: id, sql: id, type: number, primary_key: true, public: true }',
        `      - { name: ${first}, sql: x, type: string }`,
        `      - name: '${second}'`,
        `        sql: "{${first}} || '1'"`,
        '        type: string',
        ...(next ? [`      - { name: far_${cube}, sql: "{${next}.${far}}", type: string }`] : []),
        '      - { name: at, sql: at, type: time, granularities: [{ name: term, interval: 4 months }] }',
        '    measures:',
        `      - { name: ${third}, type: count, drill_members: [${first}, CUBE.${second}] }`,
        `      - { name: ${fourth}, type: number, sql: "{${third}} / {CUBE.${third}}" }`,
        '    pre_aggregations:',
        `      - { name: main, measures: [${third}], dimensions: [${first}], time_dimension: at, granularity: term }`,
        '    access_policy:',
        `      - { group: "*", member_level: { includes: "*", excludes: [${flip() ? second : fourth}] } }`,
      ].join('\n');
    }
  }
  const base = chosen(cubes, 1)[0]!;
  const [top, , counted] = fields.get(base)! as [string, string, string];
  texts['child.yml'] =
    `cubes:\n  - name: child\n    extends: ${base}\n    dimensions:\n      - { name: ${top}, sql: "y", type: string }\n` +
    `    measures:\n      - { name: twice, sql: "2 * {${counted}}", type: number }\n`;
  texts['views.yml'] = viewsOf(cubes, fields, flip);
  return texts;
}

function viewsOf(
  cubes: readonly string[],
  fields: ReadonlyMap<string, readonly string[]>,
  flip: () => boolean,
): string {
  const depth = flip() ? 2 : 3;
  const items = cubes.slice(0, depth).map((cube, i) => {
    const path = cubes.slice(0, i + 1).join('.');
    const own = fields.get(cube)!;
    const alias = flip() ? `\n        alias: other_${i}` : '';
    const listed = `[${own[0]}, { name: ${own[2]}, alias: alias_${i} }, { name: id, title: Id }]`;
    const includes = flip() ? `"*"\n        excludes: [${own[1]}]` : listed;
    return `      - join_path: ${path}${alias}\n        prefix: true\n        includes: ${includes}\n`;
  });
  const [first] = fields.get(cubes[0]!)!;
  const listed = `views:\n  - name: wide\n    cubes:\n${items.join('')}`;
  const plain = `  - name: plain\n    cubes:\n      - join_path: ${cubes[0]}\n        includes: [${first}, id]\n`;
  return `${listed}${plain}    folders:\n      - { name: F, includes: [${first}] }\n    default_filters:\n      - { member: ${first}, operator: set }\n`;
}
