const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** HTML's text with its references, such as `&amp;` or `&#39;`, as what they stand for. */
export const decodeReferences = (text: string) =>
  text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )

/** The text of a message's HTML, without what it says of code. */
export const textOf = (html: string) => decodeReferences(html.replaceAll(/<[^>]*>/g, ''))
