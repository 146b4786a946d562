/** Colors, corner radius and font of a dashboard: a color scheme with a brand theme. Accepts only values that are safe in CSS and SVG. */

export type Scheme = 'light' | 'dark';

/** A brand theme as sessions and hosts send it. Unknown fields are ignored. Spec: Embed, `embedTheme`. */
export interface BrandTheme {
  primaryColor?: unknown;
  borderRadius?: unknown;
  font?: unknown;
}

export interface ChartTheme {
  scheme: Scheme;
  page: string;
  card: string;
  border: string;
  text: string;
  muted: string;
  grid: string;
  primary: string;
  /** Text on the primary color. */
  onPrimary: string;
  /** Colors of the series; the primary color is the first. */
  palette: readonly string[];
  /** Pixels. */
  radius: number;
  font: string;
}

export const bundledFont = 'Inter';
const fallbackFonts = 'system-ui, -apple-system, "Segoe UI", sans-serif';

const schemes = {
  light: {
    page: '#f4f5f8',
    card: '#ffffff',
    border: '#e3e6ec',
    text: '#191c23',
    muted: '#5d6779',
    grid: '#e9ebf0',
    primary: '#4f5bd5',
  },
  dark: {
    page: '#12141a',
    card: '#1b1e26',
    border: '#2c313c',
    text: '#eceef3',
    muted: '#9aa3b5',
    grid: '#2a2f3a',
    primary: '#8b95ff',
  },
} as const;

const seriesColors = {
  light: ['#0f9d8a', '#d98a0b', '#d6456a', '#8a4bc4', '#0b84c9', '#3f9142', '#c2571a'],
  dark: ['#35c9b2', '#f2b544', '#f2789a', '#bf8cf0', '#4fb6f2', '#74c476', '#f0925a'],
} as const;

const safeColor = /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?:rgb|hsl)a?\([\d\s.,%/deg]{3,60}\)|[a-z]{3,24})$/i;
const safeFont = /^[\p{L}\d\s,'"_-]{1,200}$/u;

export function chartThemeOf(scheme: Scheme, theme: BrandTheme = {}): ChartTheme {
  const base = schemes[scheme];
  const { primaryColor, borderRadius, font } = theme;
  const brandColor =
    typeof primaryColor === 'string' && safeColor.test(primaryColor.trim()) ? primaryColor.trim() : undefined;
  const primary = brandColor ?? base.primary;
  const family = typeof font === 'string' && safeFont.test(font) ? font : bundledFont;
  return {
    ...base,
    scheme,
    primary,
    onPrimary: brightness(primary) > 0.6 ? '#14161c' : '#ffffff',
    palette: [primary, ...seriesColors[scheme]],
    radius: radiusOf(borderRadius) ?? 12,
    font: `${family}, ${bundledFont}, ${fallbackFonts}`,
  };
}

/** Pixels from a number or a length such as `8px` or `0.5rem`. */
function radiusOf(radius: unknown): number | undefined {
  const [, size, unit] = /^(\d+(?:\.\d+)?)(px|r?em)?$/.exec(String(radius ?? '').trim()) ?? [];
  if (size === undefined) return undefined;
  return Math.min(Number(size) * (unit?.endsWith('em') ? 16 : 1), 32);
}

/** 0 is black, 1 is white. Colors in another notation than hexadecimal count as dark. */
function brightness(hex: string): number {
  const digits = hex.startsWith('#') ? hex.slice(1) : '';
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2) || '0', 16));
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
