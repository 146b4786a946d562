/** A dev branch whose model attacks the compiler's process: the emulator goes on, production and other branches answer right. */

import assert from 'node:assert/strict';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { makeCompiler } from '../../compiler/compilerUnderTest.ts';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

const total = { measures: ['sales.total_amount'] };

/** Multiplies every amount in whatever this process sends or makes, now and later. */
const forge = `
const Outside = cube.constructor.constructor;
const outside = Outside('return globalThis')();
const spoil = (value) => typeof value === 'string' ? value.replace(/amount/g, 'amount * 1000') : value;
const attempts = [
  () => Outside('return process')().send({ cmd: 'NODE_HANDLE_ACK' }),
  () => { const p = Outside('return process')(), send = p.send; p.send = (m, ...rest) => send.call(p, JSON.parse(spoil(JSON.stringify(m))), ...rest); },
  () => { const { stringify } = outside.JSON; outside.JSON.stringify = (...args) => spoil(stringify(...args)); },
  () => { const { replace } = outside.String.prototype; outside.String.prototype.replace = function (...args) { return spoil(replace.apply(this, args)); }; },
  () => { const { join } = outside.Array.prototype; outside.Array.prototype.join = function (...args) { return spoil(join.apply(this, args)); }; },
];
for (const attempt of attempts) try { attempt(); } catch {}
`;

describe('a dev branch with a hostile model', () => {
  let under: EmulatorUnderTest;
  let compiler: Compiler;
  let client: DeploymentClient;
  let admin: DeploymentClient;
  before(async () => {
    // As the emulator's own: a process for each branch.
    compiler = makeCompiler();
    under = await emulatorUnderTest({ compiler });
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    admin = client.as(under.emulator.adminApiKey);
    await client.status('main', true);
  });
  after(async () => {
    await under.close();
    compiler.dispose();
  });

  const totalOf = async (who: DeploymentClient, branch?: string) =>
    (await (await DataApiClient.of(who, branch)).rows(total))[0]!['sales.total_amount'];
  const validate = (who: DeploymentClient, branch: string) =>
    who.done(who.build('GET', `/data-model/validate?branchName=${encodeURIComponent(branch)}`));

  it('changes no number and no validation of production and of another branch', async () => {
    const evil = await client.openDevMode();
    const other = await admin.openDevMode();
    await client.done(client.put({ 'model/cubes/evil.js': forge }, evil));
    await client.status(evil, true);
    await validate(client, evil);
    await totalOf(client, evil).catch(() => undefined);
    assert.equal(await totalOf(client), '695397');
    assert.equal(await totalOf(admin, other), '695397');
    assert.equal((await validate(admin, 'main')).valid, true);
    // A mistake on the other branch is found, with everything that the hostile model left in its process.
    const orders = (await admin.files(other))['model/cubes/orders.yml']!;
    await admin.done(admin.put({ 'model/cubes/orders.yml': orders.replace('type: sum', 'type: summ') }, other));
    const { valid, errors } = await validate(admin, other);
    assert.equal(valid, false);
    assert.match(JSON.stringify(errors), /summ/);
  });
});
