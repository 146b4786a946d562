import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { readOutputs, writeReport } from '../../../src/cli/report/formats.ts';
import { findingsMarkdown } from '../../../src/cli/report/markdown.ts';
import { type Finding, findingLine, type Report } from '../../../src/cli/report/report.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';

/** The schema that OASIS publishes, without its descriptions. */
const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, 'sarif-2.1.0.schema.json'), 'utf8'));
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

const place = { file: 'model/a b#ä.yml', line: 3, column: 5, endLine: 3, endColumn: 9 };
const hostile = '@team [x](javascript:alert(1)) <img src=x>\r\n::error file=x::fake, 100%: {0} SARIF_BUILDER_INVALID';
const findings: Finding[] = [
  { code: 'unknown-member', severity: 'error', message: '`cuont` does not exist.', place },
  { code: 'no-title', severity: 'warning', message: hostile, place: { ...place, endLine: 4, endColumn: 1 } },
  { code: 'access-unknown', severity: 'information', message: 'No place', place: undefined },
];
const report: Report = {
  command: 'check',
  findings,
  object: { problems: 3 },
  text: 'three\n',
  markdown: findingsMarkdown('Check', 'three', findings),
};

/** What the formats write for a project in the folder `team/project` of a repository. */
async function written(format: string, what: Report = report): Promise<string> {
  const root = temporaryFolder();
  const project = path.join(root, 'team', 'project');
  mkdirSync(path.join(root, '.git'));
  mkdirSync(project, { recursive: true });
  const file = path.join(root, 'out', 'report');
  const outputs = readOutputs({ format: [format], output: file }, 'text', root).filter((one) => one.file === file);
  await writeReport(what, outputs, project);
  return readFileSync(file, 'utf8');
}

describe('the formats of a report', () => {
  after(removeTemporaryFolders);

  it('include SARIF that is valid by the published schema, with places from the root of the repository', async () => {
    const text = await written('sarif');
    const log = JSON.parse(text);
    assert.ok(isSarif(JSON.parse(text)), JSON.stringify(isSarif.errors));
    const [run] = log.runs;
    assert.deepEqual(
      run.results.map((one: { ruleId: string; level: string }) => [one.ruleId, one.level]),
      [
        ['unknown-member', 'error'],
        ['no-title', 'warning'],
      ],
    );
    const { artifactLocation, region } = run.results[0].locations[0].physicalLocation;
    assert.equal(artifactLocation.uri, 'team/project/model/a%20b%23%C3%A4.yml');
    assert.deepEqual(region, { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 });
    assert.doesNotMatch(run.results[1].message.text, /(?<!\\)\[x/, 'a message has no link');
    const [notification] = run.invocations[0].toolExecutionNotifications;
    assert.deepEqual([notification.message.text, notification.level], ['No place', 'note']);
    assert.equal(isSarif({ ...log, version: '2' }), false, 'the schema refuses what is wrong');
  });

  it('are valid without findings', async () => {
    const none = { ...report, findings: [] };
    assert.ok(isSarif(JSON.parse(await written('sarif', none))));
    assert.equal(await written('github', none), '');
    assert.deepEqual(JSON.parse(await written('gitlab', none)), []);
    assert.match(await written('junit', none), /<testcase name="check"[^>]*\/>/);
  });

  it('include annotations of GitHub, of which a message cannot make others', async () => {
    const lines = (await written('github')).trimEnd().split('\n');
    assert.equal(lines.length, findings.length);
    assert.equal(
      lines[0],
      '::error file=team/project/model/a b#ä.yml,line=3,endLine=3,col=5,endColumn=9,title=unknown-member::`cuont` does not exist.',
    );
    assert.match(lines[1]!, /^::warning [^:]*,line=3,endLine=4,title=no-title::@team/);
    assert.match(lines[1]!, /%0D%0A::error file=x::fake, 100%25: /);
    assert.equal(lines[2], '::notice title=access-unknown::No place');
    const named = { ...report, findings: [{ ...findings[0]!, place: { ...place, file: 'a,line=1::b\n.yml' } }] };
    assert.match(
      await written('github', named),
      /^::error file=team\/project\/a%2Cline=1%3A%3Ab%0A\.yml,line=3,[^\n]*\n$/,
    );
  });

  it('include text of which no line is a command for the log of a workflow', () => {
    const message = `${hostile}\n  ::stop-commands::x\n##[add-mask]error`;
    const lines = findingLine({ code: 'x', severity: 'error', message }).split('\n');
    assert.equal(lines.length, 4);
    assert.deepEqual(
      lines.filter((line) => /^\s*::|##\[/.test(line)),
      [],
    );
    assert.equal(lines[2], '      \\::stop-commands::x');
  });

  it('include a code quality report of GitLab, with fingerprints that do not depend on the line', async () => {
    const issues = JSON.parse(await written('gitlab'));
    assert.deepEqual(
      issues.map((one: { severity: string }) => one.severity),
      ['major', 'minor', 'info'],
    );
    assert.deepEqual(issues[0].location, { path: 'team/project/model/a b#ä.yml', lines: { begin: 3, end: 3 } });
    const moved = {
      ...report,
      findings: [{ ...findings[0]!, place: { ...place, line: 30, endLine: 30 } }, findings[0]!],
    };
    const again = JSON.parse(await written('gitlab', moved));
    assert.equal(again[0].fingerprint, issues[0].fingerprint);
    assert.notEqual(again[1].fingerprint, issues[0].fingerprint, 'two equal problems are two issues');
  });

  it('include JUnit XML in which only errors fail', async () => {
    const xml = await written('junit');
    assert.match(xml, /<testsuites tests="3" failures="1" errors="0"/);
    assert.match(xml, /file="team\/project\/model\/a b#ä\.yml"/);
  });

  it('include Markdown that has no mention and no link', async () => {
    const lines = (await written('markdown')).split('\n');
    const line = lines.find((one) => one.includes('@team'))!;
    assert.equal(line, `- warning \`model/a b#ä.yml:3\`: \`${hostile.replace('\r\n', ' ')}\``);
  });
});

describe('--format and --output', () => {
  const read = (format: string[], output?: string, more: { json?: boolean; markdown?: boolean } = {}) =>
    readOutputs({ format, output, ...more }, 'text', '/home');

  it('write several files and print one format', () => {
    assert.deepEqual(read([]), [{ format: 'text' }]);
    assert.deepEqual(read(['github', 'sarif=a=b.sarif']), [
      { format: 'github' },
      { format: 'sarif', file: path.resolve('/home', 'a=b.sarif') },
    ]);
    const both = [{ format: 'sarif', file: path.resolve('/home', 'x') }, { format: 'text' }];
    assert.deepEqual(read(['sarif'], 'x'), both);
    assert.deepEqual(read(['sarif=x']), both);
  });

  it('refuse what is not clear', () => {
    assert.throws(() => read(['xml']), /--format must be one of text, json, .*junit, not “xml”/);
    assert.throws(() => read(['sarif=']), /--format sarif= needs a file/);
    assert.throws(() => read(['sarif', 'junit']), /Only one --format can be printed/);
    assert.throws(() => read([], 'x'), /--output needs one --format/);
    assert.throws(() => read(['sarif', 'junit'], 'x'), /--output needs one --format/);
    assert.throws(() => read(['sarif'], ''), /--output needs a file/);
    assert.throws(() => read(['sarif=x', 'junit=./x']), /Two formats cannot be written to the same file: .*x\./);
    assert.throws(() => read(['sarif=x', 'junit'], 'x'), /Two formats cannot be written to the same file/);
    assert.throws(() => read(['markdown'], undefined, { json: true }), /Only one --format can be printed/);
    assert.throws(() => read([], undefined, { json: true, markdown: true }), /either --json or --markdown/);
  });

  it('have --json and --markdown as short forms', () => {
    const file = path.resolve('/home', 'x');
    assert.deepEqual(read([], undefined, { json: true }), [{ format: 'json' }]);
    assert.deepEqual(read(['json'], undefined, { json: true }), [{ format: 'json' }]);
    assert.deepEqual(read([], 'x', { markdown: true }), [{ format: 'markdown', file }, { format: 'text' }]);
    assert.deepEqual(read(['sarif'], 'x', { json: true }), [{ format: 'sarif', file }, { format: 'json' }]);
  });

  it('print the report also if a file cannot be written, and say which one', async () => {
    const root = temporaryFolder();
    const [taken, other] = [path.join(root, 'taken'), path.join(root, 'report.md')];
    mkdirSync(taken);
    const outputs = readOutputs({ format: [`sarif=${taken}`, `markdown=${other}`] }, 'text', root);
    const printed: string[] = [];
    const write = process.stdout.write;
    process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof write;
    try {
      await assert.rejects(writeReport(report, outputs, root), (failure: Error) =>
        failure.message.startsWith(`${taken} cannot be written: EISDIR`),
      );
    } finally {
      process.stdout.write = write;
    }
    assert.equal(printed.join(''), 'three\n');
    assert.match(readFileSync(other, 'utf8'), /^## Check/);
  });
});
