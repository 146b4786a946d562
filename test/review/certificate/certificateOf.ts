/** The certificate of two models, as `npm run certify` makes it of two folders. */

import assert from 'node:assert/strict';
import { FolderVersion } from '../../../src/cli/folders/folderVersion.ts';
import { reviewFolders } from '../../../src/cli/folders/reviewFolders.ts';
import { compilerVersion } from '../../../src/compiler/compilerVersion.ts';
import type { Database } from '../../../src/database/database.ts';
import type { Certificate } from '../../../src/review/certificate/certificate.ts';
import { TextCache } from '../../../src/session/review/listedBranch.ts';
import { sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import type { Texts } from '../../model/models.ts';

interface Options {
  slices?: number;
  /** The source of values. Without it, there is none. */
  database?: Database | undefined;
}

const { signal } = new AbortController();

/** What a relative date means. */
const now = Date.UTC(2026, 5, 15);

export async function certificateOf(
  before: Texts,
  after: Texts,
  { slices = 1_000, database }: Options = {},
): Promise<Certificate> {
  const { certificate } = await reviewFolders(
    versionOf('before', before, database),
    versionOf('after', after, database),
    {
      ...{ slices, values: database && slices, ms: 120_000 },
      ...{ signal, compiler: compilerVersion },
    },
  );
  return certificate ?? assert.fail('both models compile');
}

/** Whether a model compiles. */
export async function compiles(texts: Texts): Promise<boolean> {
  return (await versionOf('model', texts).compiled(signal)).kind === 'compiled';
}

function versionOf(name: string, texts: Texts, database?: Database): FolderVersion {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  const databases = database && new Map([['default', database]]);
  return new FolderVersion(
    { modelFolder: '.', compiler: sharedCompiler(), name, texts: new TextCache(), databases, now },
    files,
  );
}
