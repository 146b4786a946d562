/** What counts as a time zone. Spec: `set-timezone` takes IANA zone names; bare UTC offsets are ignored. */

/** Whether `zone` is the name of a zone that this engine knows: `Europe/Berlin`, `UTC`; never `+02:00`. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
