/** Times as short as their granularity allows, in an order that is the same in all languages. */

const time = /^(\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** `2026-03`, `2026-Q1`, `2026-03-01 14:00`. The text itself where it is no time or not the start of such a period. */
export function timeText(text: string, granularity: string | undefined): string {
  const [whole, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] =
    time.exec(text) ?? [];
  if (whole === undefined) return text;
  const date = `${year}-${month}-${day}`;
  const exact = `${date} ${hour}:${minute}:${second}${fraction.replace(/\.?0+$/, '')}`;
  const isMidnight = exact.endsWith(' 00:00:00');
  if (zone !== '' && zone !== 'Z') return `${exact} ${zone}`;
  switch (granularity) {
    case undefined:
      return exact;
    case 'year':
      return isMidnight && month === '01' && day === '01' ? year! : exact;
    case 'quarter':
      return isMidnight && day === '01' ? `${year}-Q${Math.ceil(Number(month) / 3)}` : exact;
    case 'month':
      return isMidnight && day === '01' ? `${year}-${month}` : exact;
    case 'hour':
    case 'minute':
      return exact.endsWith(':00') ? exact.slice(0, -3) : exact;
    case 'second':
      return exact;
    default:
      return isMidnight ? date : exact;
  }
}
