import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { packagedCommit, packageExtension } from '../vscode/packageExtension.ts';
import { type TemporaryFolder, temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { checkPackage } from './checkPackage.ts';
import { linksTo, type RepositoryLinks } from './repositoryAddress.ts';

const address = 'https://git.example/acme/workbench';

describe('the page of the package', () => {
  let folder: TemporaryFolder;
  let file: string;
  let links: RepositoryLinks;
  before(async () => {
    folder = temporaryFolder('listing');
    file = path.join(folder.path, 'listing.vsix');
    await packageExtension(file, 'universal', address);
    links = linksTo(address, (await packagedCommit()).id);
  });
  after(() => folder.remove());

  it('has links and pictures that lead to files and headings of the commit, and the fields of a marketplace', () => {
    const report = checkPackage(file, links);
    // The bundles of tests are not minified.
    assert.deepEqual(
      report.findings.filter((finding) => !finding.startsWith('The package has')),
      [],
    );
    assert.ok(report.links > 30, `only ${report.links} links`);
    assert.ok(report.pictures > 0, 'no pictures');
  });

  it('is refused with a link, a heading, a picture or a field that is not right', () => {
    const entries = unzipSync(readFileSync(file));
    const readme = strFromU8(entries['extension/readme.md']!);
    const wrong = [
      '[a](docs/a.md)',
      `[b](${links.content}/docs/none.md)`,
      `[c](${links.content}/docs/sync.md#none)`,
      '[d](#none)',
      '![e](http://git.example/e.png)',
      `![f](${links.pictures}/media/icon.svg)`,
    ];
    entries['extension/readme.md'] = strToU8(`${readme}\n\n${wrong.join('\n\n')}\n`);
    const changed = path.join(folder.path, 'changed.vsix');
    writeFileSync(changed, zipSync(entries, { level: 0 }));
    const { findings } = checkPackage(changed, { ...links, fields: { ...links.fields, homepage: 'https://other' } });
    assert.deepEqual(
      findings.filter((finding) => !finding.startsWith('The package has')).map((finding) => finding.split(': ').at(-1)),
      [
        'not an https address',
        'no such file in the repository',
        'no such heading in that file',
        'no such heading',
        'not an https address',
        'not a picture that marketplaces show',
        'homepage',
      ],
    );
  });
});
