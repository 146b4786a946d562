import { QueryRefused } from './queryRefused.ts';

const monthsOfUnit: Record<string, number> = { month: 1, quarter: 3, year: 12 };

/** Undefined for an interval without months. @throws QueryRefused for one that has months and shorter units */
export function monthsOf(interval: string): number | undefined {
  const parts = [...interval.matchAll(/(-?\d+)\s*([a-z]+?)s?\b/gi)].map(([, count, unit]) => {
    const months = monthsOfUnit[unit!.toLowerCase()];
    return months && months * Number(count);
  });
  if (parts.every((months) => months === undefined)) return undefined;
  if (parts.every((months) => months !== undefined)) return parts.reduce((sum, months) => sum + months, 0);
  throw new QueryRefused(
    `The emulator cannot group by the interval '${interval}': it has months, whose length differs, and shorter units`,
  );
}
