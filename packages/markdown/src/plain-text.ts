/** A tag, a character reference or text. */
const token = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|&(?:#\d+|#x[0-9a-f]+|[a-z0-9]+);|[^<&]+|[<&]/gi
const reference = /&(?:#(\d+)|#x([0-9a-f]+)|([a-z0-9]+));/gi
const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** An element that is still open. */
interface Open {
  /** Whether text directly inside is left out. Elements inside may still show theirs. */
  readonly mute: boolean
  /** Writes the element, given the text inside it. */
  readonly write: (inside: string) => string
  /** The number of the next item in a numbered list. */
  item: number | null
  inside: string
}

/**
 * Turns a rendered message into text for notifications. Quotes become `[…]`, unless the message is only a quote; the
 * contents of a spoiler become `(…)`, emoji their characters, formulas their source between `$$`. Items keep their
 * numbers, a sound is its name, and previews are left out. Takes the HTML that `render` writes. Lines are kept, empty ones are dropped.
 */
export function plainText(html: string): string {
  const text = tidy(textOf(html, () => '\n[…]\n')).replace(/(?:\[…\]\n)+(?=\[…\])/g, '')
  return text === '[…]' ? tidy(textOf(html, quoteLines)) : text
}

function textOf(html: string, writeQuote: (inside: string) => string): string {
  const root: Open = { mute: false, write: (inside) => inside, item: null, inside: '' }
  const open = [root]
  for (const [source, slash = '', tag, attributes = ''] of html.matchAll(token)) {
    const current = open.at(-1)!
    if (tag === undefined) {
      if (!current.mute) current.inside += decode(source)
    } else if (slash !== '') {
      if (open.length > 1) open.pop()
      open.at(-1)!.inside += current.write(current.inside)
    } else if (voidElements.has(tag)) {
      if (!current.mute) current.inside += decode(attribute(attributes, 'alt'))
    } else {
      open.push(begin(tag, attributes, current, writeQuote))
    }
  }
  return root.inside
}

function begin(tag: string, attributes: string, outer: Open, writeQuote: Open['write']): Open {
  const element = (write: Open['write'], mute = outer.mute, item: number | null = null): Open => {
    return { mute, write, item, inside: '' }
  }
  const classes = attribute(attributes, 'class')
  switch (tag) {
    case 'blockquote':
      return element(writeQuote)
    case 'ol':
      return element(same, outer.mute, Number(attribute(attributes, 'start') || 1))
    case 'li': {
      const number = outer.item === null ? '' : `${outer.item++}. `
      return element((inside) => `${number}${inside.trim()}\n`)
    }
    case 'audio':
      return element(() => decode(attribute(attributes, 'title')))
    case 'video':
      return element(nothing)
    case 'annotation':
      return element(same, false)
  }
  if (classes === 'katex') return element((inside) => `$$${inside}$$`, true)
  if (classes === 'spoiler-header') return element((inside) => `${inside.trim()} `)
  if (classes === 'spoiler-content') return element(() => '(…)\n')
  if (classes.includes('message_inline_image') || classes.includes('message_embed')) return element(nothing)
  const code = /^emoji emoji-([0-9a-f-]+)$/.exec(classes)?.[1]
  return code === undefined ? element(same) : element(() => charactersOf(code))
}

function same(inside: string): string {
  return inside
}

function nothing(): string {
  return ''
}

function quoteLines(inside: string): string {
  return `\n${tidy(inside).replace(/^/gm, '> ')}\n`
}

function attribute(attributes: string, name: string): string {
  return new RegExp(String.raw`\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
}

function charactersOf(code: string): string {
  return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (source: string, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? source
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD'
  })
}
