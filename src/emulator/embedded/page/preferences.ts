/**
 * Language, zone, scheme and brand theme in force. Who said what stands in layers; the first that said something wins: host
 * message, launch parameter, session, account, built-in. Spec: Embed, “resolution order”.
 */

import { Emitter } from '../../../base/event.ts';
import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import { type BrandTheme, type ChartTheme, chartThemeOf, type Scheme } from '../charts/chartTheme.ts';
import { type Formats, formatsFor, knownLocale } from '../charts/format.ts';

export interface Layer {
  locale?: string | null | undefined;
  timezone?: string | null | undefined;
  scheme?: Scheme | 'auto';
  theme?: BrandTheme | null;
}

export type LayerName = 'host' | 'launch' | 'session' | 'account';
const order: readonly LayerName[] = ['host', 'launch', 'session', 'account'];

/** What has changed: a new zone asks anew, everything else only draws anew. */
export type Change = 'appearance' | 'timezone';

export class Preferences {
  readonly #layers: Record<LayerName, Layer> = { host: {}, launch: {}, session: {}, account: {} };
  readonly #changed = new Emitter<Change>();
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #formats: { locale: string; formats: Formats } | undefined;

  readonly onChange = this.#changed.event;

  constructor() {
    this.#dark.addEventListener('change', () => {
      if (this.#first('scheme', Boolean) === undefined || this.#layers.host.scheme === 'auto') this.#tell('appearance');
    });
    this.#apply();
  }

  /** Adds to what a layer says. */
  say(layer: LayerName, said: Layer): void {
    const before = this.timezone;
    Object.assign(this.#layers[layer], said);
    this.#tell(this.timezone === before ? 'appearance' : 'timezone');
  }

  /** A layer says this and nothing else. */
  replace(layer: LayerName, said: Layer): void {
    this.#layers[layer] = {};
    this.say(layer, said);
  }

  get locale(): string {
    return knownLocale(this.#first('locale', Boolean) ?? 'en');
  }

  /** Undefined leaves it to the data API (UTC). Bare offsets are no zones. */
  get timezone(): string | undefined {
    return this.#first('timezone', (zone) => typeof zone === 'string' && isTimeZone(zone)) ?? undefined;
  }

  get scheme(): Scheme {
    const said = this.#first('scheme', Boolean) ?? 'auto';
    return said === 'auto' ? (this.#dark.matches ? 'dark' : 'light') : said;
  }

  get theme(): BrandTheme {
    return this.#first('theme', Boolean) ?? {};
  }

  get look(): ChartTheme {
    return chartThemeOf(this.scheme, this.theme);
  }

  get formats(): Formats {
    const { locale } = this;
    if (this.#formats?.locale !== locale) this.#formats = { locale, formats: formatsFor(locale) };
    return this.#formats.formats;
  }

  #first<Field extends keyof Layer>(field: Field, counts: (value: Layer[Field]) => boolean): Layer[Field] | undefined {
    for (const name of order) {
      const value = this.#layers[name][field];
      if (value !== undefined && value !== null && counts(value)) return value;
    }
    return undefined;
  }

  #tell(change: Change): void {
    this.#apply();
    this.#changed.fire(change);
  }

  /** The document follows at once: its style is made of these properties alone. */
  #apply(): void {
    const { style, dataset } = document.documentElement;
    const { scheme, radius, onPrimary, palette, font, ...colors } = this.look;
    for (const [name, value] of Object.entries(colors)) style.setProperty(`--${name}`, value as string);
    style.setProperty('--on-primary', onPrimary);
    style.setProperty('--radius', `${radius}px`);
    style.setProperty('--font', font);
    style.setProperty('color-scheme', scheme);
    dataset.scheme = scheme;
    dataset.locale = this.locale;
    dataset.timezone = this.timezone ?? 'UTC';
    document.documentElement.lang = this.locale;
  }
}
