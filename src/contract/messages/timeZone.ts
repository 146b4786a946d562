/** Valid time zones. Spec: `set-timezone` accepts IANA zone names; UTC offsets are ignored. */

/** Whether the JavaScript engine knows the zone name: `Europe/Berlin`, `UTC`, but not `+02:00`. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
