/** What an assistant can read without a call: the schemas of the files, the kinds of problems, the terms, the changes. */

import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { hashOf } from '../../base/hash.ts';
import { querySchema, testSchema } from '../../model/schema/documentSchemas.ts';
import { modelSchema } from '../../model/schema/modelSchema.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import { fileChanges } from '../../review/fileChanges.ts';
import { modelChanges } from '../../review/modelChanges.ts';
import type { CallLimits } from './limits.ts';
import { render, type ValueObject } from './shared/answer.ts';
import type { ReadCapability } from './shared/capability.ts';
import { placeText } from './shared/parts.ts';
import type { ProjectState } from './shared/projectState.ts';

interface Resource {
  uri: string;
  name: string;
  description: string;
  mimeType: 'application/schema+json' | 'application/json' | 'text/markdown';
  /** @throws UserError */
  text(signal: AbortSignal): string | Promise<string>;
}

function resourcesOf(capability: ReadCapability): Resource[] {
  const schema = (name: string, description: string, of: () => object): Resource => ({
    uri: `model://schema/${name}`,
    name: `Schema of ${description}`,
    description: `JSON Schema of ${description}`,
    mimeType: 'application/schema+json',
    text: () => JSON.stringify(of()),
  });
  return [
    schema('cubes', 'files with cubes and views', modelSchema),
    schema('query', 'query documents', querySchema),
    schema('test', 'test documents', testSchema),
    {
      uri: 'model://rules',
      name: 'Kinds of problems',
      description: 'The codes of the problems that model_check reports, with their usual severity',
      mimeType: 'application/json',
      text: () => JSON.stringify(Object.values(problemCatalog).map(({ code, severity }) => ({ code, severity }))),
    },
    {
      uri: 'model://glossary',
      name: 'Glossary',
      description: 'The terms of data models, as this project uses them',
      mimeType: 'text/markdown',
      text: () => readFile(new URL('../docs/glossary.md', import.meta.url), 'utf8'),
    },
    {
      uri: 'model://changes',
      name: 'Changes',
      description: 'What differs between the project on disk and the last commit of its git repository',
      mimeType: 'application/json',
      text: async (signal) => JSON.stringify(await changesOf(capability, signal)),
    },
  ];
}

export function addResources(server: McpServer, capability: ReadCapability, limits: CallLimits): void {
  for (const { uri, name, text, ...about } of resourcesOf(capability)) {
    server.registerResource(name, uri, about, async (_, { signal }) => ({
      contents: [{ uri, mimeType: about.mimeType, text: await limits.run(async (until) => text(until), signal) }],
    }));
  }
}

async function changesOf(capability: ReadCapability, signal: AbortSignal) {
  const [before, after] = [await capability.baseState('HEAD'), await capability.state(signal)];
  const hashes = ({ texts }: ProjectState) =>
    new Map([...texts].map(([path, text]) => [path, hashOf(Buffer.from(text))]));
  const changes = modelChanges(before.index, after.index, after.documents);
  const data: ValueObject = {
    files: fileChanges(hashes(before), hashes(after)).map((one) => ({ ...one })),
    model: changes.map(({ name, change, places }) => ({
      name,
      change,
      places: places.map(({ file, range }) => placeText(file, range)),
    })),
  };
  return render({ sentence: '', data }).structured;
}
