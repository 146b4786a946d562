import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EmbedSessionSettings, EmbedViewerInput } from '../../../src/contract/embedding/embedSessions.ts';
import { projectFiles } from '../../../src/model/source/modelSource.ts';
import { commandTable } from '../../../src/ui/manifest/commandTable.ts';
import {
  authenticationProviderId,
  contextKeyIds,
  settingDefaults,
  viewContainerId,
  viewIds,
} from '../../../src/ui/manifest/ids.ts';
import { filesBelow } from '../../vscode/filesBelow.ts';
import { staleManifest } from './generateManifest.ts';

interface MenuItem {
  command: string;
  when?: string;
  group?: string;
}
interface Setting {
  default: unknown;
  order?: number;
  scope?: string;
  type?: unknown;
  markdownDescription?: string;
  additionalProperties?: { properties: object };
}
interface Contributes {
  authentication: { id: string }[];
  colors: { id: string }[];
  commands: { command: string; title: string; shortTitle?: string; category: string }[];
  configuration: { title: string; order: number; properties: Record<string, Setting> }[];
  keybindings: MenuItem[];
  menus: Record<string, MenuItem[]>;
  views: Record<string, { id: string; when?: string; accessibilityHelpContent: string }[]>;
  viewsContainers: { activitybar: { id: string; icon: string }[] };
  viewsWelcome: { view: string; when?: string; contents: string }[];
  walkthroughs: { steps: { completionEvents: string[]; media: { svg: string } }[] }[];
}
interface Manifest {
  activationEvents: string[];
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: Contributes;
  icon: string;
}

const repository = path.resolve(import.meta.dirname, '../../..');
const manifestText = readFileSync(path.join(repository, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const texts = JSON.parse(readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as Record<string, string>;
const { contributes } = manifest;
const menuItems = Object.entries(contributes.menus).flatMap(([menu, items]) =>
  items.map((item) => ({ menu, ...item })),
);
const whenClauses = [
  ...[...menuItems, ...contributes.keybindings].map(({ when }) => when),
  ...contributes.viewsWelcome.map(({ when }) => when),
  ...Object.values(contributes.views)
    .flat()
    .map(({ when }) => when),
].filter((when) => when !== undefined);

const settings = Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Record<
  string,
  Setting
>;

/** The context keys in a when clause, without the values. */
function keysOf(when: string): string[] {
  return when
    .split(/&&|\|\|/)
    .map((term) => term.replace(/^[\s!(]+/, '').split(/\s*(?:==|!=|=~|<|>|\)|$)/)[0]!)
    .map((key) => key.trim());
}

describe('ids of package.json and of the code are the same', () => {
  it('for the view container and its views', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [viewContainerId],
    );
    assert.deepEqual(
      contributes.views[viewContainerId]?.map(({ id }) => id),
      [...viewIds],
    );
  });

  it('for the accessibility help of views, with the titles of commands in both languages', () => {
    const views = contributes.views[viewContainerId]!;
    const missing = views.filter(
      ({ id, accessibilityHelpContent: help }) => help !== `%${id.replace(/^[^.]+/, 'view')}.help%`,
    );
    assert.deepEqual(missing, []);
    for (const language of ['', '.de']) {
      const shown = JSON.parse(
        readFileSync(path.join(repository, `package.nls${language}.json`), 'utf8'),
      ) as typeof texts;
      for (const { accessibilityHelpContent: help } of views) {
        const text = shown[help.slice(1, -1)]!;
        assert.ok(text.includes(`*${shown.category}*`), text);
        const commands = [...text.matchAll(/\*([^*]+)\*<keybinding:dataModel\.([\w.]+)>/g)];
        assert.ok(commands.length >= 2);
        for (const [, title, command] of commands) assert.equal(title, shown[`command.${command}.title`]);
      }
    }
  });

  it('for settings and their defaults', () => {
    const defaults = Object.fromEntries(Object.entries(settings).map(([id, setting]) => [id, setting.default]));
    assert.deepEqual(defaults, settingDefaults);
  });

  it('for context keys', () => {
    const completion = contributes.walkthroughs
      .flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents))
      .flatMap((event) => (event.startsWith('onContext:') ? [event.slice('onContext:'.length)] : []));
    const used = new Set([...whenClauses, ...completion].flatMap(keysOf).filter((key) => key.startsWith('dataModel.')));
    assert.deepEqual([...used].sort(), [...contextKeyIds].sort());
  });

  it('for colors', () => {
    const sources = filesBelow(path.join(repository, 'src/ui')).map((file) =>
      readFileSync(path.join(repository, 'src/ui', file), 'utf8'),
    );
    const used = new Set(sources.flatMap((source) => source.match(/\bdataModel\.\w+Foreground\b/g) ?? []));
    assert.deepEqual([...used].sort(), contributes.colors.map(({ id }) => id).sort());
  });

  it('for the authentication provider', () => {
    assert.deepEqual(
      contributes.authentication.map(({ id }) => id),
      [authenticationProviderId],
    );
    assert.ok(manifest.activationEvents.includes(`onAuthenticationRequest:${authenticationProviderId}`));
  });
});

describe('package.json', () => {
  it('has the commands, menus and keybindings of the command table', () => {
    assert.deepEqual(staleManifest(), []);
  });

  it('uses every text of package.nls.json and has a text for every key', () => {
    const used = [...manifestText.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]!);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
  });

  it('links only to its own commands or to commands of the editor', () => {
    const known = new Set(Object.keys(commandTable));
    const links = Object.values(texts).flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)/g)].map((match) => match[1]!),
    );
    assert.ok(links.length > 0);
    assert.deepEqual(
      links.filter((command) => !known.has(command) && !command.startsWith('workbench.')),
      [],
    );
  });

  it('has scope, type and description for every setting', () => {
    for (const [id, setting] of Object.entries(settings)) {
      assert.ok(setting.type && setting.markdownDescription, id);
      // A workspace cannot open itself to assistants.
      const own = id.startsWith('dataModel.assistants.') ? 'application' : 'resource';
      assert.equal(setting.scope, id === 'dataModel.logs.pollSeconds' ? 'window' : own, id);
    }
  });

  it('has its settings in groups, each with an order of its own', () => {
    const orders = contributes.configuration.map(({ order, properties }) => [
      order,
      Object.values(properties).map((setting) => setting.order),
    ]);
    for (const [group, [order, within]] of (orders as [number, number[]][]).entries()) {
      assert.equal(order, group + 1);
      assert.deepEqual(
        within,
        [...within.keys()].map((place) => place + 1),
      );
    }
  });

  it('has the fields of a session as the fields of a preview profile', () => {
    const { additionalProperties: profile } = settings['dataModel.dashboard.profiles']!;
    const { shape } = EmbedViewerInput;
    assert.deepEqual(Object.keys(profile!.properties).sort(), Object.keys(shape).sort());
    const { settings: ofSession } = profile!.properties as { settings: { properties: object } };
    assert.deepEqual(Object.keys(ofSession.properties).sort(), Object.keys(EmbedSessionSettings.shape).sort());
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.ok(
      restrictedConfigurations.includes('dataModel.dashboard.profiles'),
      'sessions write users of the platform',
    );
  });

  it('refers only to existing files', () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
    ];
    assert.deepEqual(
      files.filter((file) => !existsSync(path.join(repository, file))),
      [],
    );
  });

  it('activates for each file that makes a folder a project, anywhere below the workspace folder', () => {
    const patterns = manifest.activationEvents.flatMap((event) => /^workspaceContains:(.*)/.exec(event)?.[1] ?? []);
    for (const name of [
      ...projectFiles,
      'model/orders.yml',
      'model/views/sales.yaml',
      'model/a/b/users.js',
      'model/x.jinja',
    ]) {
      for (const folder of ['', 'analytics/', 'a/b/c/']) {
        assert.ok(
          patterns.some((pattern) => path.matchesGlob(`${folder}${name}`, pattern)),
          `${folder}${name}`,
        );
      }
    }
  });

  it('does not activate on every start', () => {
    assert.deepEqual(
      manifest.activationEvents.filter(
        (event) => !/^(workspaceContains:|onAuthenticationRequest:|onWebviewPanel:|onFileSystem:)/.test(event),
      ),
      [],
    );
  });
});
