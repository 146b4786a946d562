// npm run story-picture: makes README's animated picture of the pictures that `npm run test:person -- --grep 'the way of a change to production'` took.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import upng from 'upng-js';

/** The pictures, and what each shows. */
const steps = [
  ['story-5-completion-light', 'Write a measure with completion'],
  ['story-4-broken', 'A misspelt reference is marked as soon as you save'],
  ['story-6-value-light', 'Query the measure on your dev branch'],
  ['story-10-compared-light', 'Compare a corrected measure with production'],
  ['story-7-test-failed-light', 'Tests find a mistake that compiles'],
  ['story-13-breaking-light', 'The review shows which view a renamed dimension breaks'],
  ['story-14-place', 'A click leads to the place'],
  ['story-17-changes-light', 'See what the branch changes, and commit it'],
  ['story-20-production', 'Merge to production, and follow the build'],
];
const width = 1120;
const height = 720;
const caption = 44;
const shown = 2600;
/** 0 keeps all colors: the file is larger. */
const colors = 128;

await initWasm(readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm'));
const font = readFileSync('node_modules/@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf');

/** The pixels of a picture above its caption. */
function drawn([name, text]) {
  const picture = readFileSync(join('artifacts/person', `${name}.png`)).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height + caption}">
    <rect width="100%" height="100%" fill="#0b1d33"/>
    <text x="20" y="29" font-family="Inter" font-size="19" font-weight="600" fill="#e6fffb">${text}</text>
    <image y="${caption}" width="${width}" height="${height}" xlink:href="data:image/png;base64,${picture}"/>
  </svg>`;
  const image = new Resvg(svg, { font: { fontBuffers: [font], defaultFontFamily: 'Inter' } }).render();
  return new Uint8Array(image.pixels).buffer;
}

const frames = steps.map(drawn);
const delays = frames.map((_, at) => (at === frames.length - 1 ? 2 * shown : shown));
const file = 'media/screenshots/changeToProduction.png';
const bytes = Buffer.from(upng.encode(frames, width, height + caption, colors, delays));
writeFileSync(file, bytes);
console.log(`${file}: ${frames.length} pictures, ${Math.round(bytes.length / 1000)} kB`);
