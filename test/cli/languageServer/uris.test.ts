import assert from 'node:assert/strict';
import { pathOfUri, uriOfPath } from '../../../src/cli/languageServer/uris.ts';

describe('URIs of documents', () => {
  it('are paths of Windows there, with the letter of the drive in one case', () => {
    const file = 'C:\\data\\my shop\\model\\a.yml';
    for (const uri of [
      'file:///c%3A/data/my%20shop/model/a.yml',
      'file:///C:/data/my shop/model/a.yml',
      'FILE:///c:/data/my%20shop/model/a.yml',
    ])
      assert.equal(pathOfUri(uri, true), file);
    assert.equal(pathOfUri('file://server/share/a.yml', true), '\\\\server\\share\\a.yml');
    assert.equal(uriOfPath(file, true), 'file:///C:/data/my%20shop/model/a.yml');
    assert.equal(pathOfUri('file:///data/me/a.yml', true), undefined);
  });

  it('are paths of other systems there', () => {
    assert.equal(pathOfUri('file:///data/me/%C3%BC%23%5B1%5D.yml', false), '/data/me/ü#[1].yml');
    assert.equal(pathOfUri('file:///c%3A/data/a.yml', false), '/c:/data/a.yml');
    assert.equal(uriOfPath('/data/me/ü#1%.yml', false), 'file:///data/me/%C3%BC%231%25.yml');
  });

  it('of other schemes, and those that are none, have no path', () => {
    const none = [
      'untitled:1',
      'git:/a.yml?x',
      'file:///a%2Fb',
      'file:///a%00',
      'file:///%E0%A4',
      'file://h/a',
      '',
      'a b',
    ];
    for (const uri of none) assert.equal(pathOfUri(uri, false), undefined, uri);
  });
});
