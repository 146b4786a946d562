/** Rename in JavaScript models whose parts a program writes. */

import assert from 'node:assert/strict';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import { indexOf, show, type Texts } from '../../model/models.ts';
import { programs } from '../../model/programs.ts';
import { placeAt, placeIn } from '../places.ts';
import { changedLines, groups, renameAt } from './edited.ts';

const dimensions =
  'dimensions: { id: { sql: `id`, type: `number`, primary_key: true }, size: { sql: `size`, type: `number` } }';

function renamed(texts: Texts, at: string, to: string) {
  const index = indexOf(texts);
  const file = [...index.files].find(({ text }) => text.includes(at)) ?? assert.fail(at);
  const place = placeAt(index, file.path, at);
  return { lines: changedLines(place, to).map((line) => line.split(' → ')[1]!), groups: groups(renameAt(place, to)) };
}

describe('rename in a program', () => {
  it('changes what computed keys, spreads and functions contain', () => {
    for (const title of ['a computed key with an imported constant', 'reduce', 'a spread of an object']) {
      const { lines, groups } = renamed(programs[title]!, 'price: {', 'cost');
      assert.deepEqual(groups, ['Definition and References'], title);
      assert.ok(lines[0]!.includes('CUBE.cost'), lines.join('\n'));
    }
  });

  it('changes a constant that is a key, and asks about constants that are listed', () => {
    const key = renamed(programs['a computed key with a constant']!, 'total', 'sum');
    assert.equal(key.lines[0], "const NAME = 'sum';");
    assert.ok(key.lines[1]!.includes('`${sum} / 2`'));
    const listed = renamed(programs['constants in includes']!, 'count:', 'number_of');
    assert.deepEqual(listed.lines.slice(1), [
      "const COUNT = 'number_of';",
      "const ALL = ['number_of', 'price'];",
      "view(`some`, { cubes: [{ join_path: shop, includes: ['number_of', 'price'].filter((one) => one !== 'price') }] });",
    ]);
    assert.deepEqual(listed.groups, ['Definition and References', 'Names in Templates and Programs?']);
  });

  it('changes a cube in other calls', () => {
    const { lines, groups } = renamed(programs['context and other calls']!, 'shop', 'store');
    assert.ok(lines.includes('context(`Sales`, { contextMembers: [store] });'));
    assert.deepEqual(groups, ['Definition and References']);
  });

  it('asks about functions that do not say in which cube they are used, and leaves SQL as it is', () => {
    const part = "const part = () => ({ sql: (CUBE) => CUBE.size + 'size', label: 'size' });\n";
    const { lines, groups } = renamed(
      { 'a.js': `${part}cube('a', { sql: 'size', measures: part(), ${dimensions} });` },
      'size: {',
      'extent',
    );
    assert.equal(lines[0], "const part = () => ({ sql: (CUBE) => CUBE.extent + 'size', label: 'size' });");
    assert.deepEqual(groups, ['Definition and References', 'Names in Templates and Programs?']);
  });

  it('is refused if a program builds the name from parts', () => {
    const text =
      "cube('a', { sql: 's', measures: { ▮n_count: { type: 'count' }, m: { type: 'number', sql: `${CUBE[`${key}_count`]}` } } });";
    assert.throws(
      () => renameAt(placeIn({ 'a.js': text }), 'x'),
      /A program in model\/a.js builds names such as `n_count`/,
    );
  });

  it('is refused if two views share the text and it names something else in one of them', () => {
    const texts = {
      'a.js': `cube('a', { sql: 's', ${dimensions} });\ncube('b', { sql: 's', ${dimensions} });
const ALL = ['id', 'size'];
view('v', { cubes: [{ join_path: a, includes: ALL }] });
view('w', { cubes: [{ join_path: b, includes: ALL }] });\n`,
    };
    assert.throws(
      () => renamed(texts, 'size:', 'extent'),
      /The text `size` is shared with `w`, where it names something else/,
    );
  });
});

describe('check of a program', () => {
  it('reports the misspelt name next to a computed key, not CUBE', () => {
    const index = indexOf({
      'names.js': "export const NAME = 'sum_size';",
      'a.js': `import { NAME } from './names';
cube('a', { sql_table: 'a', measures: { [NAME]: { type: 'sum', sql: \`\${CUBE.size}\` }, m: { type: 'sum', sql: \`\${CUBE.sizee}\` } }, ${dimensions} });`,
    });
    assert.match(
      show(index, checkModel(index)),
      /^model\/a.js:2:\d+ warning data-model unknown-member «sizee» [^\n]*Did you mean `size`\?$/,
    );
  });

  it('reports names that the compiler does not replace, as it does', () => {
    const index = indexOf({
      'a.js': `cube('a', { sql_table: 'a', measures: { ...{ n: { type: 'count', drillMembers: [size] } } }, ${dimensions} });`,
    });
    assert.match(show(index, checkModel(index)), /undefined-name «size»/);
  });
});
