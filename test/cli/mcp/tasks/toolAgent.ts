/** An agent that has the tools of the server and nothing else. */

import { parse } from 'yaml';
import type { McpClient } from '../mcpClient.ts';
import { Agent, addedMember, GivenUp, misspelt, named, onlyFor, type Policy, type Said } from './agent.ts';
import type * as Kinds from './taskKinds.ts';

type Named = { name: string };
// biome-ignore lint/suspicious/noExplicitAny: an answer is read as an assistant reads it.
type Structured = Record<string, any>;

export class ToolAgent extends Agent {
  readonly #server: McpClient;

  /** @param applied is called after each change on disk */
  constructor(server: McpClient, applied: () => Promise<void>) {
    super(applied);
    this.#server = server;
  }

  close() {
    return this.#server.close();
  }

  /** Hosts hand an assistant the text or the object: the longer one counts. */
  async #call(name: string, input: Record<string, unknown>, tries = 3): Promise<Structured> {
    const { isError, text, structured } = await this.#server.call(name, input);
    this.counted(text, JSON.stringify(structured ?? null));
    if (isError && /ask again/.test(text) && tries > 0) return this.#call(name, input, tries - 1);
    if (isError) throw new GivenUp(`model_${name}: ${text}`);
    return structured;
  }

  async #find(text: string, kinds: readonly string[]): Promise<string> {
    const { results } = await this.#call('search', { text, kinds, limit: 3 });
    const found = results[0] as Named | undefined;
    if (!found) throw new GivenUp(`Nothing is found for “${text}”.`);
    return found.name;
  }

  /** A member, by the words of its cube and its own. */
  async #member({ cube, what, member }: { cube: string; what: string; member: string }): Promise<string> {
    const { results } = await this.#call('search', { text: `${cube} ${what}`, kinds: [member], limit: 5 });
    const found = named(`${cube} ${what}`, results as Named[], ({ name }) => name);
    if (!found) throw new GivenUp(`Nothing is found for “${what}”.`);
    return found.name;
  }

  /** A proposal that breaks nothing is applied. */
  async #change(input: Record<string, unknown>, tries = 3): Promise<void> {
    const { proposal, digest, compilesAfter, errors, breaks, notCompiled } = await this.#call('refactor', input);
    if (notCompiled && tries > 0) return this.#change(input, tries - 1);
    if (compilesAfter !== true || errors > 0 || breaks.length > 0)
      throw new GivenUp(`The proposal breaks something: ${JSON.stringify(breaks)}`);
    await this.#call('apply', { proposal, digest });
    await this.applied();
  }

  protected async add(task: Kinds.AddTask): Promise<undefined> {
    const { cube: words, member, name, column, where, ratio } = task;
    const cube = await this.#find(words, ['cube']);
    const parts = ratio && (await Promise.all(ratio.map((what) => this.#member({ cube, what, member: 'measure' }))));
    const { columns } = column || where ? await this.#call('explain', { name: cube }) : { columns: [] };
    const columnOf = (asked: string) => {
      const found = named(asked, columns as Named[], (one) => one.name);
      if (!found) throw new GivenUp(`The table has no column for “${asked}”.`);
      return `{CUBE}.${found.name}`;
    };
    const own = parts?.map((one) => one.split('.')[1]);
    const definition = addedMember(task, own, columnOf);
    await this.#change({ kind: 'add_member', cube, member, newName: name, definition });
  }

  protected async rename(task: Kinds.RenameTask): Promise<undefined> {
    await this.#change({ kind: 'rename', name: await this.#member(task), newName: task.newName });
  }

  protected async show(task: Kinds.ShowTask): Promise<undefined> {
    const [name, view] = [await this.#member(task), await this.#find(task.view, ['view'])];
    await this.#change({ kind: 'add_to_view', name, view });
  }

  protected async uses(task: Kinds.UsesTask): Promise<Said> {
    const { uses } = await this.#call('explain', { name: await this.#member(task) });
    return [...new Set((uses as { by: string }[]).map(({ by }) => by))];
  }

  protected async empty({ document }: Kinds.EmptyTask): Promise<Said> {
    const { query } = await this.#call('query', { path: document });
    for (const filter of query.filters as { member: string; values: string[] }[]) {
      // Alone: the rows of this filter only.
      const { measures } = query as { measures: string[] };
      const alone = await this.#call('query', { query: { measures, dimensions: [filter.member] }, rows: 50 });
      const values = (alone.rows as unknown[][]).map(([value]) => String(value));
      const wrong = misspelt(filter.values, values);
      if (wrong) return { member: filter.member, ...wrong };
    }
    throw new GivenUp('Each filter has rows.');
  }

  protected async doubled(): Promise<Said> {
    let { data } = await this.#call('check', { data: true });
    // The model may still be being compiled.
    for (let tries = 3; data.notExamined && tries > 0; tries -= 1)
      ({ data } = await this.#call('check', { data: true }));
    const [wrong] = (data.wrongJoins ?? []) as { from: string; to: string }[];
    if (!wrong) throw new GivenUp('All joins are right.');
    return { from: wrong.from, to: wrong.to };
  }

  protected async open({ view: words, what, group }: Kinds.OpenTask): Promise<undefined> {
    const view = await this.#find(words, ['view']);
    const { policies, members } = await this.#call('explain', { name: view });
    const all = members ?? (await this.#call('overview', { focus: view })).items[0].members;
    const member = named(what, all as Named[], ({ name }) => name.split('.')[1]!);
    if (!member) throw new GivenUp(`The view has no member for “${what}”.`);
    const own = (policies as { of: string; policy: string }[]).find(({ of }) => of === view);
    const before = own ? ((parse(own.policy) as { access_policy: Policy[] }).access_policy ?? []) : [];
    const definition = { access_policy: onlyFor(group, member.name.split('.')[1]!, before) };
    await this.#change({ kind: 'change_member', name: view, definition });
  }

  protected async fix(): Promise<undefined> {
    // One fix may resolve several problems.
    for (let step = 0; step < 5; step += 1) {
      const { errors, problems, notCompiled } = await this.#call('check', {});
      if (notCompiled) continue;
      if (errors === 0) return;
      const fixes = (problems as { severity: string; fixes?: { id: string }[] }[]).flatMap((one) =>
        one.severity === 'error' ? (one.fixes ?? []) : [],
      );
      const [fix] = fixes;
      if (!fix) throw new GivenUp('No problem has a fix.');
      await this.#change({ kind: 'fix', fixId: fix.id });
    }
  }

  protected async changed(): Promise<Said> {
    const { certificate } = await this.#call('review', { values: true });
    return [...new Set((certificate.differences as { measure: string }[]).map(({ measure }) => measure))];
  }
}
