/** Registers the language features of one project for its sources, and for its query and test documents. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { completionTriggers, yamlTriggers } from '../../language/completion/completion.ts';
import { answer, type FeatureRequest, features, type Provider } from '../../language/features.ts';
import { documentNames } from '../../model/documents/documentKind.ts';
import { projectFiles, rulesFileName } from '../../model/source/modelSource.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { ContentReads } from '../../session/review/contentReads.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { ScratchFiles } from '../shell/scratchFiles.ts';
import { documentsIn } from './documents.ts';
import { OpenDocuments } from './openDocuments.ts';
import { type Ask, OpenSources, type OwnerOf } from './openSources.ts';
import { registrations, type Texts } from './registrations.ts';

interface ModelOptions {
  folder: BoundFolder;
  session: FolderSession;
  ownerOf: OwnerOf;
  /** The folder that untitled documents outside of all projects belong to. */
  untitledOwner(): BoundFolder | undefined;
  scratch: ScratchFiles;
  contentReads: ContentReads;
  log: Log;
}

export function registerProviders(options: ModelOptions): Disposable {
  const { folder, session, ownerOf, untitledOwner, scratch, contentReads, log } = options;
  const lifetime = new Lifetime();
  const sources = lifetime.add(new OpenSources(folder, session, ownerOf));
  // The path of an untitled document can be in a project, where it will be saved.
  const owns = (uri: vscode.Uri) =>
    (ownerOf(uri.fsPath) ?? (uri.scheme === 'untitled' ? untitledOwner() : undefined)) === folder;
  const open = lifetime.add(new OpenDocuments({ folder, session, owns, scratch, log }));
  const askWith =
    (pathOf: (uri: vscode.Uri) => string | undefined): Ask =>
    async ({ uri }, request, params) => {
      const asked = pathOf(uri);
      if (asked === undefined) return undefined;
      if (request.scope === 'project') await open.loaded;
      const index = await sources.index();
      const project = {
        index,
        documents: open.all,
        document: (file: string) => open.get(file),
        uriOf: (file: string) => (file === asked ? uri : open.uriOf(file)).toString(),
      };
      return answer(request, project, asked, params);
    };
  const { projectFolder, modelFolder } = folder.binding;
  const models = vscode.Uri.file(path.join(projectFolder, modelFolder));
  const filesOf = (extensions: string): vscode.DocumentFilter[] => [
    { scheme: 'file', pattern: new vscode.RelativePattern(models, `**/*.{${extensions}}`) },
  ];
  const documents: vscode.DocumentFilter[] = [
    { scheme: 'file', pattern: documentsIn(folder) },
    { scheme: 'untitled', pattern: documentNames },
    { scheme: scratchScheme, pattern: documentNames },
  ];
  const shared = {
    projectFile: vscode.Uri.file(path.join(projectFolder, projectFiles[0]!)),
    isBound: folder.binding.connectionId !== '',
    content: () => contentReads.of(folder.binding),
    onContent: (listener: () => void) => contentReads.onChange(() => listener()),
    onSources: (listener: () => void) => session.model.problems.onChange(() => listener()),
    onDocuments: open.onChange,
    reload: () => open.reload(),
  };
  const rules: vscode.DocumentFilter = {
    scheme: 'file',
    pattern: new vscode.RelativePattern(vscode.Uri.file(projectFolder), rulesFileName),
  };
  const inSources: Texts = {
    ...shared,
    selector: [...filesOf('yml,yaml,js,jinja'), rules],
    triggers: [
      [[...filesOf('yml,yaml,jinja'), rules], yamlTriggers],
      [filesOf('js'), completionTriggers],
    ],
    codeActionKinds: features.codeActionProvider.options.codeActionKinds.map((kind) =>
      vscode.CodeActionKind.Empty.append(kind),
    ),
    formatted: filesOf('yml,yaml'),
    ask: askWith((uri) => sources.pathOf(uri)),
  };
  const inDocuments: Texts = {
    ...shared,
    selector: documents,
    triggers: [[documents, yamlTriggers]],
    codeActionKinds: [vscode.CodeActionKind.QuickFix],
    formatted: documents.map((one) => ({ ...one, language: 'yaml' })),
    ask: askWith((uri) => open.pathOf(uri)),
  };
  const register = <P extends Provider>(provider: P, texts: Texts) =>
    lifetime.add(registrations[provider](features[provider].requests, texts));
  for (const provider of Object.keys(features) as Provider[]) {
    register(provider, inSources);
    const requests: Readonly<Record<string, FeatureRequest<never, unknown>>> = features[provider].requests;
    if (Object.values(requests).some(({ inDocument }) => inDocument)) register(provider, inDocuments);
  }
  return lifetime;
}
