/** A drawing as pixels, by a rasteriser in WebAssembly and with letters of our own: the same on every machine. */

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { assetBytes, letters } from '../assets/assets.ts';

export interface Raster {
  /** Pixels. */
  width: number;
  height: number;
  /** Four bytes a pixel: red, green, blue, opacity. */
  pixels: Uint8Array;
  png: Uint8Array;
}

let ready: Promise<Uint8Array[]> | undefined;

async function prepare(): Promise<Uint8Array[]> {
  const [code, ...fonts] = await Promise.all(['resvg.wasm', ...letters].map(assetBytes));
  await initWasm(code!);
  return fonts;
}

/** @param scale pixels for each pixel of the drawing */
export async function rasterOf(svg: string, scale: number): Promise<Raster> {
  ready ??= prepare();
  const fontBuffers = await ready;
  const drawing = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: scale },
  });
  const image = drawing.render();
  try {
    return { width: image.width, height: image.height, pixels: image.pixels, png: image.asPng() };
  } finally {
    image.free();
    drawing.free();
  }
}
