import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { suites } from '../run/suites.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { repository } from '../vscode/locations.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  needs?: string;
  steps: Step[];
  strategy?: { matrix: { os?: string[]; suite?: string[]; exclude?: object[] } };
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = path.join(repository, '.github');
const files = filesBelow(folder).filter((file) => file.endsWith('.yml'));
const read = <T>(file: string): T => parse(readFileSync(path.join(folder, file), 'utf8')) as T;
const workflows = files
  .filter((file) => file.startsWith('workflows/'))
  .map((file) => [file, read<Workflow>(file)] as const);
const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the workflows', () => {
  it('run every suite on three systems, except for the web build of VS Code', () => {
    const { matrix } = read<Workflow>('workflows/test.yml').jobs.suite!.strategy!;
    assert.deepEqual(matrix.suite!.toSorted(), suites.map(({ name }) => name).sort());
    assert.deepEqual(matrix.os, ['ubuntu-latest', 'macos-latest', 'windows-latest']);
    assert.deepEqual(matrix.exclude, [
      { os: 'macos-latest', suite: 'person' },
      { os: 'windows-latest', suite: 'person' },
    ]);
  });

  it('call scripts that exist, read only by default, keep no token, and put no outside text into scripts', () => {
    for (const [file, { permissions, jobs }] of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, file);
      for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
        for (const [, script] of (step.run ?? '').matchAll(/npm run ([\w:-]+)/g)) {
          assert.ok(script!.endsWith(':') || script! in scripts, `${file}: npm run ${script}`);
        }
        assert.doesNotMatch(step.run ?? '', /\$\{\{ *(?:github\.(?:event|head|ref)|inputs)/, file);
        if (step.uses?.startsWith('actions/checkout@')) {
          assert.equal(step.with?.['persist-credentials'], false, file);
        }
      }
    }
  });

  it('publish what the release script wrote, with a statement of provenance and without a stored secret', () => {
    const file = 'workflows/release.yml';
    const text = readFileSync(path.join(folder, file), 'utf8');
    assert.doesNotMatch(text, /secrets\./);
    const { build, marketplace } = read<Workflow>(file).jobs;
    assert.equal(build!.permissions!['id-token'], 'write');
    assert.ok(build!.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@')));
    assert.equal(marketplace!.needs, 'build');
    assert.ok(marketplace!.steps.some(({ run }) => run?.includes('--azure-credential')));
  });

  it('update the packages of folders that exist', () => {
    const { updates } = read<{ updates: { directory: string; 'package-ecosystem': string }[] }>('dependabot.yml');
    for (const { directory, 'package-ecosystem': kind } of updates) {
      const expected = kind === 'npm' ? 'package.json' : '.github/workflows';
      assert.ok(existsSync(path.join(repository, directory, expected)), directory);
    }
  });
});

describe('issue forms', () => {
  it('have a name, a description and fields with labels', () => {
    const forms = files.filter((file) => /^ISSUE_TEMPLATE\/(?!config)/.test(file));
    assert.ok(forms.length >= 2);
    for (const file of forms) {
      const form = read<{
        name: string;
        description: string;
        body: { type: string; id?: string; attributes: Record<string, unknown> }[];
      }>(file);
      assert.ok(form.name && form.description, file);
      for (const { type, id, attributes } of form.body) {
        assert.ok(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'].includes(type), file);
        assert.equal(typeof (type === 'markdown' ? attributes.value : attributes.label), 'string', `${file}: ${id}`);
      }
    }
  });
});
