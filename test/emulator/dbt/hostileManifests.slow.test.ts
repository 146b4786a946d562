import assert from 'node:assert/strict';
import { compilerOfCubes, convert } from './convertedCubes.ts';
import { hostileNames, hostileTexts } from './hostileNames.ts';
import { manifestOf, model, relationship, test } from './manifests.ts';

describe('cubes of an unusual dbt manifest', () => {
  const compile = compilerOfCubes();

  it('compile with any name of a model, a column or a measure', async () => {
    const columns = Object.fromEntries(['pk', ...hostileNames].map((column) => [column, {}]));
    const nodes = { ...model('plain', { columns }), ...test('unique', 'plain', 'pk') };
    for (const name of hostileNames) {
      Object.assign(nodes, model(name, { columns: { pk: {}, to_plain: {} } }), test('unique', name, 'pk'));
      Object.assign(
        nodes,
        relationship(name, 'to_plain', 'plain', 'pk'),
        relationship('plain', `to_${name}`, name, 'pk'),
      );
    }
    const semantic = {
      name: 'plain',
      depends_on: { nodes: ['model.jaffle_shop.plain'] },
      measures: hostileNames.map((measure) => ({ name: measure, agg: 'sum', expr: measure })),
    };
    const { files, cubes } = convert(manifestOf({ nodes, semantic_models: { semantic } }));
    assert.equal(files.length, hostileNames.length + 1);
    // A name with an apostrophe cannot be written in `ref('…')`.
    assert.equal(cubes.get('plain')!.joins?.length, hostileNames.length - 1);
    assert.equal(cubes.get('plain')!.measures.length, hostileNames.length + 1);
    assert.equal((await compile(files)).cubes, files.length);
  });

  it('keep every text as it is', async () => {
    const texts = hostileTexts;
    const columns = Object.fromEntries(texts.map((description, index) => [`c${index}`, { description }]));
    const { files } = convert(manifestOf({ nodes: model('texts', { description: texts.join(' '), columns }) }));
    const [cube] = (await (await compile(files)).meta()) as {
      description: string;
      dimensions: { description?: string }[];
    }[];
    assert.equal(cube!.description, texts.join(' '));
    assert.deepEqual(
      cube!.dimensions.map(({ description }) => description),
      texts,
    );
  });

  it('compile when there are many', async () => {
    const nodes: Record<string, unknown> = {};
    for (let index = 0; index < 200; index += 1) {
      Object.assign(nodes, model(`m${index}`, { columns: { id: {}, next_id: {} } }), test('unique', `m${index}`, 'id'));
      // A ring: every cube reaches every other one.
      Object.assign(nodes, relationship(`m${index}`, 'next_id', `m${(index + 1) % 200}`, 'id'));
    }
    assert.equal((await compile(convert(manifestOf({ nodes })).files)).cubes, 200);
  });
});
