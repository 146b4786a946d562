import assert from 'node:assert/strict';
import { documentLinks } from '../../../src/language/navigation/documentLinks.ts';
import { indexOf, markedText, type Texts } from '../../model/models.ts';
import { uriOf } from '../places.ts';

/** `text → file` for the links of the first file. */
function links(texts: Texts): string[] {
  const index = indexOf(texts);
  const file = `model/${Object.keys(texts)[0]}`;
  return documentLinks(index, file, uriOf).map(
    ({ range, target }) => `${markedText(index, { file, range })} → ${target.replace('test:/model/', '')}`,
  );
}

const cube = 'cube(`a`, { sql_table: `t` });';

describe('document links', () => {
  it('open what a program imports, relative to the model folder', () => {
    const text = [
      "import { kilometres } from './units';",
      'import all from "./shared/all.js";',
      "const more = require('./units.js');",
      "import pad from 'left-pad';",
      "const fs = require('fs');",
      "import { gone } from './gone';",
      'const any = require(`./${name}`);',
      cube,
    ].join('\n');
    assert.deepEqual(links({ 'cubes/a.js': text, 'units.js': '', 'shared/all.js': '' }), [
      './units → units.js',
      './shared/all.js → shared/all.js',
      './units.js → units.js',
    ]);
  });

  it('open the templates that a template uses', () => {
    const text = [
      "{%- import 'macros.jinja' as macros -%}",
      '{% from "parts/cubes.jinja" import one as other %}',
      "{% include ['gone.jinja', 'macros.jinja'] ignore missing %}",
      "{% set name = 'macros.jinja' %}",
      "{# {% import 'macros.jinja' as m %} #}",
      'cubes: []',
    ].join('\n');
    assert.deepEqual(links({ 'a.yml': text, 'macros.jinja': '', 'parts/cubes.jinja': '' }), [
      'macros.jinja → macros.jinja',
      'parts/cubes.jinja → parts/cubes.jinja',
      'macros.jinja → macros.jinja',
    ]);
  });

  it('are none for unfinished imports and for plain YAML', () => {
    assert.deepEqual(links({ 'a.js': "import { x } from \nimport y from '", 'units.js': '' }), []);
    assert.deepEqual(links({ 'a.yml': "cubes: []\ndescription: import '../units'\n", 'units.js': '' }), []);
    assert.deepEqual(documentLinks(indexOf({}), 'model/a.js', uriOf), []);
  });
});
