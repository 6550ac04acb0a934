/** Pattern of LIKE for texts that occur in this order; use a backslash as its escape character. */
export const containing = (texts: readonly string[]) =>
  `%${texts.map((text) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%')}%`
