/** The page where the user decides. RFC 8628, 3.3, 5.4 and 6.1; it must work without scripts. */

import assert from 'node:assert/strict';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { clientId, type DeviceAuthorization, DeviceFlowClient, Page } from './deviceFlowClient.ts';

describe('the verification page of the emulator', () => {
  let under: EmulatorUnderTest;
  let device: DeviceFlowClient;
  let started: DeviceAuthorization;
  before(async () => {
    under = await emulatorUnderTest();
    device = new DeviceFlowClient(under.emulator.url);
  });
  beforeEach(async () => {
    // The wrong codes of the test before no longer count.
    under.emulator.advanceClock(60_000);
    started = await device.start();
  });
  after(() => under.close());
  const approval = () => ({ decision: 'approve', api_key: under.emulator.apiKey });
  const isPending = async () => (await device.refusal(started.device_code)) === 'authorization_pending';

  it('is a plain form that no other site can frame, and that is not kept in a cache', async () => {
    for (const address of [started.verification_uri, started.verification_uri_complete]) {
      const { status, headers, html } = await Page.open(address);
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(!/<script|\son\w+=/i.test(html));
      assert.match(html, /<html lang="en">/);
      for (const [, id] of html.matchAll(/<input(?![^>]*hidden)[^>]*\bid="([^"]+)"/g)) {
        assert.ok(html.includes(`<label for="${id}"`), `${id} has a label`);
      }
    }
  });

  it('asks for the code first, then shows code and client, and asks for the key of the user (3.3, 5.4)', async () => {
    const entry = await Page.open(started.verification_uri);
    assert.deepEqual(Object.keys(entry.fields), ['user_code']);
    const confirm = await entry.submit({ user_code: started.user_code });
    assert.ok(confirm.text.includes(started.user_code));
    assert.ok(confirm.text.includes(clientId));
    assert.ok('api_key' in confirm.fields);
    assert.deepEqual(confirm.buttons, ['approve', 'deny']);
    const done = await confirm.submit(approval());
    assert.equal(done.status, 200);
    assert.match(done.text, /developer/);
    assert.ok(!done.html.includes(under.emulator.apiKey));
    assert.equal((await device.poll(started.device_code)).status, 200);
  });

  it('sends its forms to its own address, also below the path of a web editor', async () => {
    for (const address of [started.verification_uri, started.verification_uri_complete]) {
      for (const [, action] of (await Page.open(address)).html.matchAll(/<form\b[^>]*\baction="([^"]*)"/g)) {
        assert.equal(new URL(action!, 'https://editor/proxy/4000/auth/device').pathname, '/proxy/4000/auth/device');
      }
    }
  });

  it('shows the code for confirmation when the address contains it (3.3.1)', async () => {
    const page = await Page.open(started.verification_uri_complete);
    assert.ok(page.text.includes(started.user_code));
    assert.ok(await isPending(), 'opening the address decides nothing');
  });

  it('takes a code in lower case and without its hyphen (6.1)', async () => {
    const typed = ` ${started.user_code.toLowerCase().replace('-', ' ')} `;
    const page = await (await Page.open(started.verification_uri)).submit({ user_code: typed });
    assert.ok('api_key' in page.fields, page.text);
  });

  it('says that a code is unknown, expired or used, and asks again', async () => {
    const used = await device.start();
    await (await Page.open(used.verification_uri_complete)).submit(approval());
    const expired = await device.start();
    under.emulator.advanceClock(900_000);
    for (const code of ['BBBB-BBBB', used.user_code, expired.user_code, '', '<b>x</b>']) {
      const page = await (await Page.open(started.verification_uri)).submit({ user_code: code });
      assert.deepEqual(Object.keys(page.fields), ['user_code'], page.text);
      assert.ok(!page.html.includes('<b>'));
      if (code !== '') assert.match(page.text, /code/i);
    }
  });

  it('reads no further code for a while after five wrong ones (5.1)', async () => {
    const enter = async (code: string) => (await Page.open(started.verification_uri)).submit({ user_code: code });
    const open = await Page.open(started.verification_uri_complete);
    for (let wrong = 1; wrong <= 5; wrong += 1)
      assert.equal((await enter('BBBB-BBBB')).status, 200, `wrong code ${wrong}`);
    under.emulator.advanceClock(30_000);
    for (const code of ['BBBB-BBBC', started.user_code]) {
      const { status, headers, text, fields } = await enter(code);
      assert.equal(status, 429, 'also the right code, so that guessing tells nothing');
      const seconds = Number(headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 30, String(seconds));
      assert.ok(text.includes(`${seconds} seconds`), text);
      assert.deepEqual(Object.keys(fields), ['user_code']);
    }
    assert.ok(await isPending());
    assert.equal((await open.submit(approval())).status, 200, 'a form for a known code still decides');
    under.emulator.advanceClock(30_000);
    const other = await device.start();
    assert.ok('api_key' in (await enter(other.user_code)).fields);
  });

  it('refuses an unknown key, keeps the code open, and does not show the key again', async () => {
    const wrong = await (await Page.open(started.verification_uri_complete)).submit({
      decision: 'approve',
      api_key: 'sk-wrong',
    });
    assert.equal(wrong.status, 403);
    assert.ok(!wrong.html.includes('sk-wrong'));
    assert.ok(await isPending());
    assert.equal((await wrong.submit(approval())).status, 200);
  });

  it('does not take the token of a sign-in as the key', async () => {
    const { access_token } = await device.signIn(under.emulator.apiKey);
    const page = await Page.open(started.verification_uri_complete);
    assert.equal((await page.submit({ decision: 'approve', api_key: access_token })).status, 403);
    assert.ok(await isPending());
  });

  it('takes each form once, and no form that it has not made', async () => {
    const page = await Page.open(started.verification_uri_complete);
    const { form_token } = page.fields;
    assert.ok(form_token && form_token.length >= 20);
    for (const forged of [{ form_token: '' }, { form_token: 'x'.repeat(form_token.length) }]) {
      assert.equal((await page.submit({ ...approval(), ...forged })).status, 403);
    }
    const other = await device.start();
    assert.equal((await page.submit({ ...approval(), user_code: other.user_code })).status, 403, 'of another code');
    assert.equal((await page.submit(approval())).status, 403, 'used by the attempt before');
    assert.ok(await isPending());
    assert.equal(await device.refusal(other.device_code), 'authorization_pending');
  });

  it('does nothing for a decision that it does not offer', async () => {
    const page = await Page.open(started.verification_uri_complete);
    assert.equal((await page.submit({ ...approval(), decision: 'other' })).status, 400);
    assert.ok(await isPending());
  });

  it('takes one decision for a code', async () => {
    const first = await Page.open(started.verification_uri_complete);
    const second = await Page.open(started.verification_uri_complete);
    assert.equal((await first.submit({ decision: 'deny', api_key: '' })).status, 200);
    assert.notEqual((await second.submit(approval())).status, 200);
    assert.equal(await device.refusal(started.device_code), 'access_denied');
  });
});
