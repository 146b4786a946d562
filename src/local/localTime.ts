/** Converts UTC times to the local time of a zone. Times are strings such as `2026-01-01T00:00:00.000`. */

/** Cached, because making a format takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Converts a UTC time to the local time of a zone; null for an invalid time. */
export function localTime(time: unknown, zone: string): string | null {
  const moment = millisecondsOf(time);
  if (moment === undefined) return null;
  return formatTime(moment + offsetOf(moment, zone));
}

function millisecondsOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const iso = time.trim().replace(' ', 'T');
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(iso) || /^\d{4}-\d\d-\d\d$/.test(iso);
  const moment = Date.parse(zoned ? iso : `${iso}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

function formatTime(moment: number): string {
  return new Date(moment).toISOString().slice(0, -1);
}

/** Offset of a zone from UTC in milliseconds. */
function offsetOf(moment: number, zone: string): number {
  if (zone === 'UTC') return 0;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour, parts.minute, parts.second);
  return local - Math.floor(moment / 1000) * 1000;
}
