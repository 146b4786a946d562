/** Values of user attributes as a user types them. Spec: “Users and attributes”. */

/** The value of an attribute of this type; undefined if the text is not one. The values of an array are separated by commas. */
export function attributeValue(type: string, text: string): unknown {
  const trimmed = text.trim();
  switch (type) {
    case 'number':
      return trimmed === '' ? undefined : numberOf(trimmed);
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
    case 'string_array':
      return listOf(trimmed);
    case 'number_array': {
      const numbers = listOf(trimmed).map(numberOf);
      return numbers.includes(undefined) ? undefined : numbers;
    }
    default:
      return text;
  }
}

/** The names or values between commas, without empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
