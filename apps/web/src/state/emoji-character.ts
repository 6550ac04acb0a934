/** Returns the character of an emoji's code, or undefined for what is no code: `1f1e9-1f1f0` is a flag. */
export function characterOf(code: string): string | undefined {
  const points = code
    .split('-')
    .map((part) => (/^[0-9a-f]{1,6}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN))
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : undefined
}
