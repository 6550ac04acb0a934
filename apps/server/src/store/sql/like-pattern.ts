/** A pattern of LIKE for what contains some texts in their order; a backslash has to be its escape character. */
export const containing = (texts: readonly string[]) =>
  `%${texts.map((text) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%')}%`
