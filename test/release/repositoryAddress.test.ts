import assert from 'node:assert/strict';
import { linksTo, placeholder, repositoryAddress } from './repositoryAddress.ts';

describe('the address of the repository', () => {
  it('is an https address, or the placeholder', () => {
    assert.equal(repositoryAddress(''), placeholder);
    assert.equal(repositoryAddress('https://git.example/acme/workbench.git'), 'https://git.example/acme/workbench');
    assert.equal(
      repositoryAddress('https://git.example/acme/tools/workbench/'),
      'https://git.example/acme/tools/workbench',
    );
    for (const wrong of [
      'http://git.example/a/b',
      'git@git.example:a/b',
      'https://git.example/',
      'https://user:key@git.example/a/b',
    ]) {
      assert.throws(() => repositoryAddress(wrong), /REPOSITORY_URL/, wrong);
    }
  });

  it('gives the links of its host', () => {
    const { content, pictures, fields } = linksTo('https://gitlab.example/acme/workbench', 'c0ffee');
    assert.equal(content, 'https://gitlab.example/acme/workbench/-/blob/c0ffee');
    assert.equal(pictures, 'https://gitlab.example/acme/workbench/-/raw/c0ffee');
    assert.equal(fields.bugs.url, 'https://gitlab.example/acme/workbench/-/issues');
  });
});
