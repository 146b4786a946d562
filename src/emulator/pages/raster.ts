/** Rasterizes SVG with WebAssembly and bundled fonts, so that exports are the same on every machine. */

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { assetBytes, fontFiles } from './assets.ts';

export interface RasterImage {
  /** Pixels. */
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue, alpha. */
  pixels: Uint8Array;
  png: Uint8Array;
}

let fonts: Promise<Uint8Array[]> | undefined;

async function initialize(): Promise<Uint8Array[]> {
  const [code, ...fontBuffers] = await Promise.all(['resvg.wasm', ...fontFiles].map(assetBytes));
  await initWasm(code!);
  return fontBuffers;
}

/** @param scale image pixels per SVG pixel */
export async function rasterize(svg: string, scale: number): Promise<RasterImage> {
  // The module can be initialized only once.
  fonts ??= initialize();
  const fontBuffers = await fonts;
  const renderer = new Resvg(svg, {
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: scale },
  });
  const image = renderer.render();
  try {
    return { width: image.width, height: image.height, pixels: image.pixels, png: image.asPng() };
  } finally {
    image.free();
    renderer.free();
  }
}
