import assert from 'node:assert/strict';
import { versionChoices, versionProblem } from '../../../src/ui/operate/versionChoices.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const version = (channel: string, number: string, isLatestInChannel: boolean, isCurrent = false) => ({
  releaseChannelVersion: `platform/layer:v${number}`,
  version: number,
  releaseChannel: channel,
  isLatestInChannel,
  isCurrent,
});

describe('versionChoices', () => {
  it('offers each channel and each listed version', () => {
    const versions = [
      version('latest', '1.7.9', true),
      version('latest', '1.7.8', false, true),
      version('release', '1.6.3', true),
    ];
    assert.deepEqual(
      versionChoices(versions, plainLocalizer).map(({ label, description, update }) => [label, description, update]),
      [
        ['Newest of latest', '1.7.9', { releaseChannel: 'latest' }],
        ['Newest of release', '1.6.3', { releaseChannel: 'release' }],
        ['1.7.9', 'latest · newest', { releaseChannelVersion: 'platform/layer:v1.7.9' }],
        ['1.7.8', 'latest · current', { releaseChannelVersion: 'platform/layer:v1.7.8' }],
        ['1.6.3', 'release · newest', { releaseChannelVersion: 'platform/layer:v1.6.3' }],
      ],
    );
  });
});

describe('a version that is entered', () => {
  it('has one of the accepted forms', () => {
    const isAccepted = (text: string) => versionProblem(text, plainLocalizer) === undefined;
    for (const text of ['1.2.3', 'v1.2.3', 'platform/layer:v1.2.3', 'host:5000/layer:v1.2.3', '1.2.3-beta.1']) {
      assert.ok(isAccepted(text), text);
    }
    for (const text of ['', 'latest', 'v', 'platform/layer:1.2.3', '1.2.3 now', ':v1.2.3']) {
      assert.ok(!isAccepted(text), text);
    }
  });
});
