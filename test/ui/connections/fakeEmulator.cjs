// Replaces the emulator in tests of its process. The last argument selects the behaviour.
const { existsSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');

const data = process.argv[process.argv.indexOf('--data') + 1];
const mode = process.argv.at(-1);
writeFileSync(path.join(data, 'started'), `${process.pid}\n`, { flag: 'a' });
writeFileSync(path.join(data, 'environment.json'), JSON.stringify(process.env));
process.on('disconnect', () => process.exit(0));

if (mode === 'fails') {
  console.error('first line');
  console.error('no room on the disk');
  process.exit(3);
} else if (mode === 'refuses') {
  console.error('emulator: The database cannot be used.');
  const reason = { message: 'The database cannot be used.', where: '.env', action: 'Check the password.' };
  process.send({ type: 'failed', ...reason }, () => process.exit(3));
} else if (mode === 'locked-once' && !existsSync(path.join(data, 'unlocked'))) {
  writeFileSync(path.join(data, 'unlocked'), '');
  process.send({ type: 'failed', code: 'data-folder-locked' }, () => process.exit(1));
} else if (mode !== 'silent') {
  const server = createServer((_request, response) => response.end());
  server.listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${server.address().port}`;
    const access = { url, apiKey: 'sk-local', deploymentId: 1, deployBranch: 'main' };
    process.send(access);
  });
} else {
  setInterval(() => {}, 1000);
}
