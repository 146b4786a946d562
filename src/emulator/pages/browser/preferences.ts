/** The locale, time zone, color scheme and brand theme of the page, from up to four sources. */

import { isTimeZone } from '../../../contract/messages/timeZone.ts';
import { type BrandTheme, type ChartTheme, chartThemeOf, type Scheme } from '../charts/chartTheme.ts';
import { type Formats, formatsFor, knownLocale } from '../charts/formats.ts';

interface Values {
  locale?: string | null | undefined;
  timezone?: string | null | undefined;
  scheme?: Scheme | 'auto';
  theme?: BrandTheme | null;
}

export class Preferences {
  /** In resolution order. Spec: Embed, `locale`. */
  readonly #sources = { host: {} as Values, launch: {} as Values, session: {} as Values, account: {} as Values };
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #onChange: (timezoneChanged: boolean) => void;

  constructor(onChange: (timezoneChanged: boolean) => void) {
    this.#onChange = onChange;
    this.#dark.addEventListener('change', () => this.set('host', {}));
    this.#applyToDocument();
  }

  /** Replaces the given values of a source. */
  set(source: 'host' | 'launch' | 'session' | 'account', values: Values): void {
    const { timezone } = this;
    Object.assign(this.#sources[source], values);
    this.#applyToDocument();
    this.#onChange(this.timezone !== timezone);
  }

  get locale(): string {
    return knownLocale(this.#first(({ locale }) => locale || undefined) ?? 'en');
  }

  /** IANA name; undefined leaves it to the data API, which uses UTC. */
  get timezone(): string | undefined {
    return this.#first(({ timezone }) => (timezone && isTimeZone(timezone) ? timezone : undefined));
  }

  get scheme(): Scheme {
    const scheme = this.#sources.host.scheme ?? 'auto';
    return scheme === 'auto' ? (this.#dark.matches ? 'dark' : 'light') : scheme;
  }

  get brandTheme(): BrandTheme {
    return this.#first(({ theme }) => theme ?? undefined) ?? {};
  }

  get chartTheme(): ChartTheme {
    return chartThemeOf(this.scheme, this.brandTheme);
  }

  get formats(): Formats {
    return formatsFor(this.locale);
  }

  #first<Value>(read: (values: Values) => Value | undefined): Value | undefined {
    const { host, launch, session, account } = this.#sources;
    return [host, launch, session, account].map(read).find((value) => value !== undefined);
  }

  /** style.css takes its colors, corners and font from these properties. */
  #applyToDocument(): void {
    const root = document.documentElement;
    const { scheme, palette: _, radius, onPrimary, ...rest } = this.chartTheme;
    const properties = { ...rest, 'on-primary': onPrimary, radius: `${radius}px` };
    for (const [name, value] of Object.entries(properties)) root.style.setProperty(`--${name}`, value);
    root.style.setProperty('color-scheme', scheme);
    root.lang = this.locale;
    Object.assign(root.dataset, { scheme, locale: this.locale, timezone: this.timezone ?? 'UTC' });
  }
}
