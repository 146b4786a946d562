/** Programs that write parts of cubes: the local checks find no error if the compiler has none, and renames leave a model that compiles. */

import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { checkModel } from '../../../src/model/checks/checkModel.ts';
import { definitionsIn } from '../../../src/model/index/lookup.ts';
import { compile, indexOf, show } from '../../model/models.ts';
import { programs } from '../../model/programs.ts';
import { edited, renameAt } from './edited.ts';

describe('programs', () => {
  for (const [title, texts] of Object.entries(programs)) {
    it(title, async () => {
      assert.deepEqual(await compile(texts), []);
      const index = indexOf(texts);
      assert.equal(show(index, checkModel(index)), '');
      let renames = 0;
      for (const { path, lines, ...file } of index.files) {
        for (const definition of definitionsIn({ path, lines, ...file })) {
          for (const { name, nameSpan } of [definition, ...definition.members]) {
            const place = { index, path, position: lines.positionAt(nameSpan.start) };
            const renamed = tried(() => edited(texts, renameAt(place, `${name}_zq7`)));
            if (!renamed) continue;
            renames += 1;
            const errors = (await compile(renamed)).map(({ message }) => message);
            assert.deepEqual(errors, [], `${name}: ${JSON.stringify(renamed, undefined, 2)}`);
          }
        }
      }
      assert.ok(renames > 0 || /loop|function makes/.test(title), 'nothing can be renamed');
    });
  }
});

function tried<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
