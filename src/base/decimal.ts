/** Decimal numbers written as text, of any length, without rounding. */

/** ± 0.`digits` × 10 ^ `magnitude`; zero has no digits. */
export interface Decimal {
  negative: boolean;
  /** Without leading and trailing zeros. */
  digits: string;
  magnitude: number;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i;

/** Longest difference, so that `1e999999999 - 1` does not fill the memory. */
const maxDigits = 2_000;

/** Undefined if the text is not a number. */
export function decimalOf(text: string): Decimal | undefined {
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = decimal.exec(text.trim()) ?? [];
  if (whole === undefined || integer + fraction === '') return undefined;
  const all = `${integer}${fraction}`;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { negative: false, digits: '', magnitude: 0 };
  const magnitude = integer.length - (all.length - digits.length) + Number(exponent);
  return { negative: sign === '-', digits: withoutTrailingZeros(digits), magnitude };
}

/** A regular expression would try each run of zeros, which takes seconds in a long text. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Negative: `a` is less. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  return a.negative ? compareSizes(b, a) : compareSizes(a, b);
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === b.digits && a.magnitude === b.magnitude) return 0;
  if (a.digits === '' || b.digits === '') return a.digits === '' ? -1 : 1;
  return Math.sign(a.magnitude - b.magnitude) || (a.digits < b.digits ? -1 : 1);
}

/** `a - b` with every digit. Undefined if one is not a number, or if the difference has thousands of digits. */
export function subtractDecimals(a: string, b: string): string | undefined {
  const left = decimalOf(a);
  const right = decimalOf(b);
  if (!left || !right) return undefined;
  const exponents = [left, right].filter(({ digits }) => digits !== '').map((one) => one.magnitude - one.digits.length);
  const scale = Math.min(0, ...exponents);
  if (Math.max(left.magnitude, right.magnitude) - scale > maxDigits) return undefined;
  const units = integerAt(left, scale) - integerAt(right, scale);
  const digits = String(units < 0n ? -units : units).padStart(1 - scale, '0');
  const fraction = digits.slice(digits.length + scale).replace(/0+$/, '');
  const integer = digits.slice(0, digits.length + scale);
  return `${units < 0n ? '-' : ''}${integer}${scale < 0 && fraction !== '' ? `.${fraction}` : ''}`;
}

/** The value in units of 10 ^ `scale`. */
function integerAt({ negative, digits, magnitude }: Decimal, scale: number): bigint {
  if (digits === '') return 0n;
  const units = BigInt(digits.padEnd(magnitude - scale, '0'));
  return negative ? -units : units;
}
