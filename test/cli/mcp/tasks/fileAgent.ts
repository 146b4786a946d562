/** An agent that lists, searches, reads and writes files, and runs the commands of this project. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse, parseDocument } from 'yaml';
import { runBundle } from '../../runBundle.ts';
import { git } from '../projects.ts';
import { Agent, addedMember, GivenUp, misspelt, named, onlyFor, type Policy, type Said } from './agent.ts';
import type * as Kinds from './taskKinds.ts';
import type { TaskProject } from './taskProject.ts';

interface Hit {
  file: string;
  line: number;
  text: string;
}

export class FileAgent extends Agent {
  readonly #project: TaskProject;
  readonly #root: string;
  readonly #ended: (() => Promise<void>)[] = [];

  /** @param applied is called after each change on disk */
  constructor(project: TaskProject, root: string, applied: () => Promise<void>) {
    super(applied);
    this.#project = project;
    this.#root = root;
  }

  async close() {
    for (const end of this.#ended) await end();
  }

  /** A whole file, as an agent reads what it is going to change. */
  #file(file: string): string {
    return this.counted(readFileSync(path.join(this.#project.folder, file), 'utf8'));
  }

  async #write(file: string, text: string): Promise<void> {
    writeFileSync(path.join(this.#project.folder, file), text);
    await this.applied();
  }

  #grep(pattern: string, ...folders: string[]): Hit[] {
    const args = ['-rniE', pattern, ...(folders.length > 0 ? folders : ['model', 'queries', 'tests'])];
    let found = '';
    try {
      found = execFileSync('grep', args, { cwd: this.#project.folder, encoding: 'utf8' });
    } catch {
      // grep found nothing.
    }
    return this.counted(found)
      .split('\n')
      .flatMap((one) => {
        const [, file, line, text] = /^(.+?):(\d+):(.*)$/.exec(one) ?? [];
        return file ? [{ file, line: Number(line), text: text! }] : [];
      });
  }

  async #command(name: string, ...args: string[]): Promise<string> {
    const { stdout, stderr } = await runBundle(name, args, { cwd: this.#project.folder });
    return this.counted(stdout + stderr);
  }

  async #checked(): Promise<string> {
    const said = await this.#command('check', '.', '--no-database');
    if (!/^0 errors/m.test(said)) throw new GivenUp(said.slice(0, 500));
    return said;
  }

  /** The file of a cube or view by words for its name, which are searched in the whole model. */
  #definition(words: string, kind: 'cube' | 'view'): { name: string; file: string } {
    if (this.read === 0)
      this.counted(
        execFileSync('ls', ['-R', 'model', 'queries', 'tests'], { cwd: this.#project.folder, encoding: 'utf8' }),
      );
    const hits = this.#grep(words.split(' ').join('|'), 'model');
    const own = kind === 'cube' ? /^ {2}- name: (\w+)$|^cube\(['"\x60](\w+)/ : /^ {2}- name: (\w+)$/;
    const nameOf = ({ text }: Hit) => own.exec(text)?.slice(1).find(Boolean) ?? '';
    const found = named(
      words,
      hits.filter((hit) => hit.file.includes(`${kind}s/`)),
      nameOf,
    );
    if (!found) throw new GivenUp(`Nothing is found for “${words}”.`);
    return { name: nameOf(found), file: found.file };
  }

  #members(text: string, cube: string, kind: string): string[] {
    if (!text.startsWith('cube(')) {
      const parsed = parse(text) as { cubes?: { name: string }[] };
      const own = parsed.cubes?.find(({ name }) => name === cube) as Record<string, { name: string }[]> | undefined;
      return (own?.[`${kind}s`] ?? []).map(({ name }) => name);
    }
    const [, block = ''] = new RegExp(`${kind}s: \\{([\\s\\S]*?)\\n {2}\\}`).exec(text) ?? [];
    return [...block.matchAll(/^ {4}(\w+): \{/gm)].map(([, name]) => name!);
  }

  /** The columns of the data, of which the model may not name all. */
  #columns(table: string): string[] {
    const [schema, name] = table.split('.');
    const text = readFileSync(path.join(this.#project.data, schema!, `${name}.csv`), 'utf8');
    return this.counted(text.split('\n').slice(0, 3).join('\n')).split('\n')[0]!.split(',');
  }

  protected async add(task: Kinds.AddTask): Promise<undefined> {
    const { cube: words, member, name, column, where, ratio } = task;
    const { name: cube, file } = this.#definition(words, 'cube');
    const text = this.#file(file);
    const [, table = ''] = /sql_table: ['"]?([\w.]+)/.exec(text) ?? [];
    const columns = column || where ? this.#columns(table) : [];
    const reference = file.endsWith('.js') ? '$' : '';
    const columnOf = (asked: string) => {
      const found = named(asked, columns, (one) => one);
      if (!found) throw new GivenUp(`The table has no column for “${asked}”.`);
      return `${reference}{CUBE}.${found}`;
    };
    const own = ratio?.map((what) => named(what, this.#members(text, cube, 'measure'), (one) => one));
    const keys = addedMember(task, own, columnOf);
    await this.#write(file, withMember(text, cube, `${member}s`, name, keys));
    await this.#checked();
  }

  #member({ cube: words, what, member }: { cube: string; what: string; member: string }) {
    const { name: cube, file } = this.#definition(words, 'cube');
    const text = this.#file(file);
    const name = named(what, this.#members(text, cube, member), (one) => one);
    if (!name) throw new GivenUp(`Nothing is found for “${what}”.`);
    return { cube, file, text, name };
  }

  protected async rename(task: Kinds.RenameTask): Promise<undefined> {
    const { cube, name } = this.#member(task);
    const files = [...new Set(this.#grep(`\\b${name}\\b`).map(({ file }) => file))];
    for (const file of files) {
      const text = this.#file(file);
      const changed = renamedIn(text, cube, name, task.newName);
      if (changed !== text) await this.#write(file, changed);
    }
    await this.#checked();
  }

  protected async show(task: Kinds.ShowTask): Promise<undefined> {
    const { cube, name } = this.#member(task);
    const { name: view, file } = this.#definition(task.view, 'view');
    const document = parseDocument(this.#file(file));
    const { views } = document.toJS() as {
      views: { name: string; cubes: { join_path: string; includes: unknown }[] }[];
    };
    const at = views.findIndex((one) => one.name === view);
    const path = views[at]!.cubes.findIndex(({ join_path }) => join_path.split('.').at(-1) === cube);
    if (path < 0) throw new GivenUp('The view does not have this cube.');
    document.addIn(['views', at, 'cubes', path, 'includes'], name);
    await this.#write(file, String(document));
    await this.#checked();
  }

  protected async uses(task: Kinds.UsesTask): Promise<Said> {
    const { cube, name } = this.#member(task);
    const hits = this.#grep(`\\b${name}\\b`);
    const files = [...new Set(hits.map(({ file }) => file))];
    const users = files.flatMap((file) => {
      const text = this.#file(file);
      return file.startsWith('model/') ? usersIn(text, cube, name) : text.includes(`${cube}.${name}`) ? [file] : [];
    });
    // Documents that name it as a member of a view.
    const views = users.filter((one) => !one.includes('.') && !one.includes('/'));
    const further = files.filter(
      (file) =>
        !file.startsWith('model/') &&
        views.some((view) =>
          new RegExp(`${view}\\.(\\w+_)?${name}\\b`).test(readFileSync(path.join(this.#project.folder, file), 'utf8')),
        ),
    );
    return [...new Set([...users, ...further])];
  }

  protected async empty({ document }: Kinds.EmptyTask): Promise<Said> {
    const query = parse(this.#file(document)) as {
      measures: string[];
      filters: { member: string; values: string[] }[];
    };
    const address = await this.#platform();
    await this.#command('query', document, ...address, '--format', 'csv');
    for (const { member, values: asked } of query.filters) {
      const file = path.join(this.#root, 'alone.query.yml');
      writeFileSync(file, JSON.stringify({ measures: query.measures, dimensions: [member] }));
      const rows = await this.#command('query', file, ...address, '--format', 'csv');
      const values = rows
        .split('\n')
        .slice(1)
        .map((row) => row.split(',')[0]!);
      const wrong = misspelt(asked, values);
      if (wrong) return { member, ...wrong };
    }
    throw new GivenUp('Each filter has rows.');
  }

  /** The commands query a platform: the emulator, with the model and the data. */
  async #platform(): Promise<string[]> {
    const program = path.join(import.meta.dirname, '../../../../dist/cli/dataModel.js');
    const { folder, data } = this.#project;
    const child = spawn(
      process.execPath,
      [program, 'emulator', '--json', '--project', folder, '--source', data, '--build-time', '0'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    this.#ended.push(async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'close');
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const { url, apiKey } = JSON.parse(this.counted(line)) as { url: string; apiKey: string };
      const key = path.join(this.#root, 'key');
      writeFileSync(key, apiKey);
      const branch = execFileSync('git', ['branch', '--show-current'], { cwd: folder, encoding: 'utf8' }).trim();
      return ['--url', url, '--key-file', key, '--deployment', '1', '--branch', branch];
    }
    throw new GivenUp('The emulator did not start.');
  }

  protected async doubled(): Promise<Said> {
    const said = await this.#command('doctor', '.', '--source', this.#project.data);
    const [, from, to] = /(\w+) → (\w+): \w+ ✗/.exec(said) ?? [];
    if (!from) throw new GivenUp('All joins are right.');
    return { from, to };
  }

  protected async open({ view: words, what, group }: Kinds.OpenTask): Promise<undefined> {
    const { name: view, file } = this.#definition(words, 'view');
    const document = parseDocument(this.#file(file));
    const { views } = document.toJS() as { views: View[] };
    const at = views.findIndex((one) => one.name === view);
    const names = views[at]!.cubes.flatMap(({ join_path, prefix, includes }) => {
      const cube = join_path.split('.').at(-1)!;
      const all = includes === '*' ? this.#everyMember(cube) : includes;
      return all.map((one) => (prefix ? `${cube}_${one}` : one));
    });
    const member = named(what, names, (one) => one);
    if (!member) throw new GivenUp(`The view has no member for “${what}”.`);
    document.setIn(['views', at, 'access_policy'], onlyFor(group, member, views[at]!.access_policy ?? []));
    await this.#write(file, String(document));
    await this.#checked();
  }

  #everyMember(cube: string): string[] {
    const { file } = this.#definition(cube, 'cube');
    const text = this.#file(file);
    return ['measure', 'dimension', 'segment'].flatMap((kind) => this.#members(text, cube, kind));
  }

  protected async fix(): Promise<undefined> {
    for (let step = 0; step < 5; step += 1) {
      const said = await this.#command('check', '.', '--no-database');
      if (/^0 errors/m.test(said)) return;
      const [, file, line, wrong, right] =
        /^(\S+?):(\d+):\d+ error .*?[“\x60{](\w+).*Did you mean [“\x60{]?(?:\w+\.)?(\w+)/m.exec(said) ?? [];
      if (!file) throw new GivenUp(said.slice(0, 500));
      const lines = this.#file(file).split('\n');
      lines[Number(line) - 1] = lines[Number(line) - 1]!.replaceAll(wrong!, right!);
      await this.#write(file, lines.join('\n'));
    }
  }

  protected async changed(): Promise<Said> {
    const base = path.join(this.#root, 'base');
    mkdirSync(base);
    git(this.#project.folder, 'worktree', 'add', '-q', '--detach', base, 'HEAD');
    const said = await this.#command('certify', base, '.', '--source', this.#project.data);
    const { certificate } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as {
      certificate: { differences: { measure: string }[] };
    };
    return [...new Set(certificate.differences.map(({ measure }) => measure))];
  }
}

interface View {
  name: string;
  cubes: { join_path: string; prefix?: boolean; includes: '*' | string[] }[];
  access_policy?: Policy[];
}

/** The text of a file with one more member of a cube. */
function withMember(text: string, cube: string, group: string, name: string, keys: object): string {
  if (text.startsWith('cube(')) {
    const lines = Object.entries(keys).map(([key, value]) =>
      key === 'filters'
        ? `filters: [{ sql: \`${(value as { sql: string }[])[0]!.sql}\` }],`
        : `${key}: ${key === 'sql' ? `\`${value}\`` : `'${value}'`},`,
    );
    return text.replace(`  ${group}: {\n`, `  ${group}: {\n    ${name}: {\n      ${lines.join('\n      ')}\n    },\n`);
  }
  const document = parseDocument(text);
  const { cubes } = document.toJS() as { cubes: Record<string, unknown>[] };
  const at = cubes.findIndex((one) => one.name === cube);
  if (cubes[at]![group]) document.addIn(['cubes', at, group], { name, ...keys });
  else document.setIn(['cubes', at, group], [{ name, ...keys }]);
  return String(document);
}

/** A rename by patterns, as far as a file can be understood alone. */
function renamedIn(text: string, cube: string, name: string, newName: string): string {
  const everywhere = text.replace(new RegExp(`\\b${cube}\\.${name}\\b`, 'g'), `${cube}.${newName}`);
  const isOwn = new RegExp(`^ {2}- name: ${cube}$`, 'm').test(text);
  const own = isOwn
    ? everywhere
        .replace(new RegExp(`- name: ${name}$`, 'gm'), `- name: ${newName}`)
        .replace(new RegExp(`\\{${name}\\}`, 'g'), `{${newName}}`)
        .replace(new RegExp(`([[,] ?)${name}(?=[,\\]])`, 'g'), `$1${newName}`)
    : everywhere;
  if (!/^views:/m.test(own)) {
    // Documents: the member of a view has the same name.
    return /^(measures|tests|dimensions):/m.test(own)
      ? own.replace(new RegExp(`\\bsales\\.${name}\\b`, 'g'), `sales.${newName}`)
      : own;
  }
  return own
    .replace(new RegExp(`^( +- )${name}$`, 'gm'), `$1${newName}`)
    .replace(
      new RegExp(`([[,] ?)(\\w+_)?${name}(?=[,\\]])`, 'g'),
      (_, before, prefix) => `${before}${prefix ?? ''}${newName}`,
    );
}

/** Members and views of a file of the model that use a member. */
function usersIn(text: string, cube: string, name: string): string[] {
  const parsed = text.startsWith('cube(') ? undefined : (parse(text) as Record<string, Record<string, unknown>[]>);
  const uses = (value: unknown, isOwn: boolean) => {
    const written = JSON.stringify(value);
    return (
      written.includes(`${cube}.${name}`) || (isOwn && (written.includes(`{${name}}`) || written.includes(`"${name}"`)))
    );
  };
  const inCubes = (parsed?.cubes ?? []).flatMap((one) =>
    ['measures', 'dimensions', 'segments', 'pre_aggregations', 'hierarchies'].flatMap((group) =>
      ((one[group] ?? []) as { name: string }[])
        .filter(({ name: own, ...rest }) => uses(rest, one.name === cube) && own !== name)
        .map(({ name: own }) => `${one.name}.${own}`),
    ),
  );
  const inViews = (parsed?.views ?? [])
    .filter((view) =>
      ((view.cubes ?? []) as View['cubes']).some(
        ({ join_path, includes }) =>
          join_path.split('.').at(-1) === cube && (includes === '*' || includes.includes(name)),
      ),
    )
    .map((view) => String(view.name));
  return [...inCubes, ...inViews];
}
