/** Rules of the contract: comments on embedded dashboards. Spec: group E and its rules. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import {
  type AnyOperation,
  type Caller,
  isoInstant,
  type Platform,
  platformUnderTest,
} from '../../platformUnderTest.ts';
import { setAccess, signedIn } from '../../signed.ts';

interface Comment {
  id: number;
  body: string | null;
  parentId: number | null;
  isAuthor: boolean;
  author: { id: number; displayName: string };
  mentions: { id: number }[];
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
}
interface Thread {
  id: number;
  resolved: boolean;
  comments: Comment[];
}

export function embedCommentRules(): void {
  describe('group E: comments', () => {
    let platform: Platform;
    let publicId: string;
    let params: { publicId: string };
    let ada: { token: string };
    let ben: { token: string };
    /** A user of another tenant. */
    let stranger: { token: string };
    before(async () => {
      platform = await platformUnderTest();
      publicId = platform.emulator.dashboardPublicId;
      params = { publicId };
      ada = await signedIn(platform, { externalId: 'ada' });
      ben = await signedIn(platform, { externalId: 'ben' });
      stranger = await signedIn(platform, { externalId: 'ada', embedTenantName: 'strangers' });
      await setAccess(platform, 'strangers', 'read');
    });
    const threads = async (caller: Caller = ada) =>
      ((await platform.call(operations.listDashboardComments, { params }, caller)).items ?? []) as unknown as Thread[];
    const thread = async (id: number, caller: Caller = ada) => (await threads(caller)).find((entry) => entry.id === id);
    const write = async (caller: Caller, body: { body: string; parentId?: number; mentions?: number[] }) =>
      (await platform.call(operations.createDashboardComment, { params, body }, caller)) as unknown as Comment;
    const at = (commentId: number) => ({ params: { publicId, commentId } });
    const refused = (operation: AnyOperation, when: string, input: Record<string, unknown>, caller: Caller) =>
      platform.assertRefused(operation as typeof operations.deleteDashboardComment, when, input, { caller });
    const notAuthor = 'the viewer is not the author';
    const noComment = 'the dashboard has no such comment, or it is deleted';

    it('E: a comment starts a thread that is visible to its tenant', async () => {
      const { id, body, author, isAuthor, createdAt } = await write(ada, { body: 'Why this dip?' });
      assert.deepEqual([body, author.displayName, isAuthor], ['Why this dip?', 'Ada Park', true]);
      assert.match(createdAt, isoInstant);
      const seen = (await thread(id, ben))!;
      assert.equal(seen.resolved, false);
      assert.deepEqual([seen.comments.length, seen.comments[0]!.isAuthor], [1, false]);
    });

    it('E: a reply and a reply to a reply join the thread, oldest first', async () => {
      const first = await write(ada, { body: 'one' });
      const second = await write(ben, { body: 'two', parentId: first.id });
      await write(ada, { body: 'three', parentId: second.id });
      const { comments } = (await thread(first.id))!;
      assert.deepEqual(
        comments.map(({ body }) => body),
        ['one', 'two', 'three'],
      );
      assert.equal(comments[0]!.parentId, null);
      assert.equal(comments[1]!.parentId, first.id);
    });

    it('E: only users of the tenant are mentionable', async () => {
      const { items } = await platform.call(operations.listMentionableUsers, { params }, ada);
      const people = items!.map(({ displayName }) => displayName);
      assert.ok(['Ada Park', 'Ben Ochoa', 'Cleo Lind'].every((name) => people.includes(name)));
      const [someone] = items!;
      const { mentions } = await write(ada, { body: 'look', mentions: [someone!.id as number] });
      assert.deepEqual(
        mentions.map(({ id }) => id),
        [someone!.id],
      );
      const theirs = await platform.call(operations.listMentionableUsers, { params }, stranger);
      assert.equal(theirs.items!.length, 1);
      const body = { body: 'x', mentions: [theirs.items![0]!.id] };
      const when = 'a mentioned user is not mentionable';
      await refused(operations.createDashboardComment, when, { params, body }, ada);
      const own = await write(ada, { body: 'mine' });
      await refused(operations.updateDashboardComment, when, { ...at(own.id), body }, ada);
    });

    it('E: only its author edits a comment', async () => {
      const { id } = await write(ada, { body: 'befor' });
      const body = { body: 'before' };
      await refused(operations.updateDashboardComment, notAuthor, { ...at(id), body: { body: 'no' } }, ben);
      const edited = (await platform.call(operations.updateDashboardComment, { ...at(id), body }, ada)) as Comment;
      assert.match(edited.editedAt ?? '', isoInstant);
      assert.equal((await thread(id))!.comments[0]!.body, 'before');
    });

    it('E: only its author deletes a comment; an empty comment stays in the thread', async () => {
      const first = await write(ada, { body: 'secret' });
      const reply = await write(ben, { body: 'reply', parentId: first.id });
      await refused(operations.deleteDashboardComment, notAuthor, at(first.id), ben);
      await platform.call(operations.deleteDashboardComment, at(first.id), ada);
      const left = (await thread(first.id))!.comments;
      assert.deepEqual(
        left.map(({ body }) => body),
        [null, 'reply'],
      );
      assert.match(left[0]!.deletedAt ?? '', isoInstant);
      for (const [operation, input] of [
        [operations.updateDashboardComment, { ...at(first.id), body: { body: 'again' } }],
        [operations.deleteDashboardComment, at(first.id)],
        [operations.resolveDashboardComment, { ...at(first.id), body: { resolved: true } }],
        [operations.createDashboardComment, { params, body: { body: 'x', parentId: first.id } }],
      ] as const) {
        await refused(operation, noComment, input, ada);
      }
      await platform.call(operations.deleteDashboardComment, at(reply.id), ben);
      assert.equal(await thread(first.id), undefined, 'a thread without any text is deleted');
    });

    it('E: only the author of a thread resolves and reopens it; replies cannot be resolved', async () => {
      const { id } = await write(ada, { body: 'to do' });
      const reply = await write(ben, { body: 'done', parentId: id });
      const resolve = (resolved: boolean) => ({ ...at(id), body: { resolved } });
      await refused(operations.resolveDashboardComment, notAuthor, resolve(true), ben);
      await platform.call(operations.resolveDashboardComment, resolve(true), ada);
      assert.equal((await thread(id, ben))!.resolved, true);
      await platform.call(operations.resolveDashboardComment, resolve(false), ada);
      assert.equal((await thread(id))!.resolved, false);
      const own = { ...at(reply.id), body: { resolved: true } };
      await refused(operations.resolveDashboardComment, 'the comment is a reply', own, ben);
    });

    it('E: another tenant has no access, even for a user with the same external id', async () => {
      const { id } = await write(ada, { body: 'ours' });
      assert.deepEqual(await threads(stranger), []);
      await refused(operations.updateDashboardComment, noComment, { ...at(id), body: { body: 'x' } }, stranger);
      await refused(operations.deleteDashboardComment, noComment, at(id), stranger);
      await refused(operations.resolveDashboardComment, noComment, { ...at(id), body: { resolved: true } }, stranger);
      await refused(
        operations.createDashboardComment,
        noComment,
        { params, body: { body: 'x', parentId: id } },
        stranger,
      );
    });

    it('Embed: a tenant with the access none has no comments; a grant applies at once', async () => {
      const { id } = await write(stranger, { body: 'theirs' });
      await setAccess(platform, 'strangers', 'none');
      const when = 'the embed viewer may not read the workbook';
      const body = { body: 'x' };
      await refused(operations.listDashboardComments, when, { params }, stranger);
      await refused(operations.createDashboardComment, when, { params, body }, stranger);
      await refused(operations.updateDashboardComment, when, { ...at(id), body }, stranger);
      await refused(operations.deleteDashboardComment, when, at(id), stranger);
      await refused(operations.resolveDashboardComment, when, { ...at(id), body: { resolved: true } }, stranger);
      await refused(operations.listMentionableUsers, when, { params }, stranger);
      await setAccess(platform, 'strangers', 'read');
      assert.equal((await thread(id, stranger))!.comments[0]!.body, 'theirs');
    });

    it('E: comments require a signed session of an embed tenant', async () => {
      const when = 'the caller is not a viewer of a signed session of an embed tenant';
      const outside = await signedIn(platform, { embedTenantName: undefined, externalId: 'lone' });
      const { id } = await write(ada, { body: 'x' });
      for (const caller of ['user', 'admin', outside] as const) {
        await refused(operations.listDashboardComments, when, { params }, caller);
        await refused(operations.createDashboardComment, when, { params, body: { body: 'x' } }, caller);
        await refused(operations.updateDashboardComment, when, { ...at(id), body: { body: 'x' } }, caller);
        await refused(operations.deleteDashboardComment, when, at(id), caller);
        await refused(operations.resolveDashboardComment, when, { ...at(id), body: { resolved: true } }, caller);
        await refused(operations.listMentionableUsers, when, { params }, caller);
      }
    });

    it('E: comments belong to one existing dashboard with embedding allowed', async () => {
      const missing = { params: { publicId: 'no-such' } };
      await refused(operations.listDashboardComments, 'the dashboard is unknown', missing, ada);
      await refused(operations.listMentionableUsers, 'the dashboard is unknown', missing, ada);
      const body = { body: 'x' };
      await refused(operations.createDashboardComment, 'the dashboard is unknown', { ...missing, body }, ada);
      const allow = (allowEmbed: boolean) =>
        platform.call(operations.setDashboardEmbedding, { params, body: { allowEmbed } });
      await allow(false);
      const answer = await platform.sendRaw(operations.listDashboardComments, { params }, `Bearer ${ada.token}`);
      await allow(true);
      assert.equal(answer.status, 403);
    });

    it('Embed: enableDashboardComments sets whether embedded dashboards allow comments', async () => {
      const path = { method: 'POST', path: '/_emulator/app-config' } as const;
      const allow = (enableDashboardComments: boolean) =>
        platform.sendRaw(
          path,
          { body: { embedding: { enableDashboardComments } } },
          `Bearer ${platform.keyOf('admin')}`,
        );
      await allow(false);
      const list = await platform.sendRaw(operations.listDashboardComments, { params }, `Bearer ${ada.token}`);
      const body = { body: 'x' };
      const made = await platform.sendRaw(operations.createDashboardComment, { params, body }, `Bearer ${ada.token}`);
      await allow(true);
      assert.deepEqual([list.status, made.status], [403, 403]);
      assert.ok((await threads()).length > 0);
    });

    it('an empty comment is rejected', async () => {
      for (const body of [{ body: '' }, { body: '  \n' }, {}, { body: 7 }, { body: 'x'.repeat(10_001) }]) {
        const answer = await platform.sendRaw(
          operations.createDashboardComment,
          { params, body },
          `Bearer ${ada.token}`,
        );
        assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 40));
      }
    });
  });
}
