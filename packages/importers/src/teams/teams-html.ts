/** Names of the things that the HTML of a message refers to, in Markdown. */
export interface TeamsNames {
  /** Markdown for the mention with a number; undefined for one that is not known. */
  mention(id: string): string | undefined
}

const around: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
}
const blocks = new Set(['p', 'div', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol'])
const cells = new Set(['td', 'th'])
const deepest = 64

/** A part of the text whose end is not yet there. */
interface Open {
  readonly name: string
  /** The text within. */
  text: string
  readonly attributes: Readonly<Record<string, string>>
  /** Items that a list has had. */
  items: number
  rows: number
}

/** Takes the parts of HTML in their order. Elements that are never closed are closed at the end. */
export interface HtmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

/** Parses HTML, however broken. Names are in small letters, entities are decoded. */
export type ParseHtml = (html: string, events: HtmlEvents) => void

/**
 * Converts the HTML of a message of Teams to Markdown. Pictures that only the service has become a line that says so, and
 * are given to `onPicture`.
 */
export function teamsMarkdown(
  html: string,
  names: TeamsNames,
  parse: ParseHtml,
  onPicture: () => void = () => {},
): string {
  const writer = new MarkdownWriter(names, onPicture)
  parse(html, writer)
  return writer.end()
}

class MarkdownWriter implements HtmlEvents {
  readonly #names: TeamsNames
  readonly #onPicture: () => void
  readonly #open: Open[] = [{ name: '', text: '', attributes: {}, items: 0, rows: 0 }]
  /** Elements that are not looked at, because they lie too deep. */
  #tooDeep = 0

  constructor(names: TeamsNames, onPicture: () => void) {
    this.#names = names
    this.#onPicture = onPicture
  }

  get #top(): Open {
    return this.#open.at(-1) ?? { name: '', text: '', attributes: {}, items: 0, rows: 0 }
  }

  get #isCode(): boolean {
    return this.#open.some(({ name }) => name === 'pre' || name === 'codeblock')
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'br' || name === 'img' || name === 'hr' || name === 'emoji') this.#single(name, attributes)
    if (this.#open.length >= deepest) this.#tooDeep++
    else this.#open.push({ name, text: '', attributes, items: 0, rows: 0 })
  }

  text(text: string): void {
    // The service parts words by spaces that do not break.
    const plain = this.#isCode ? text : text.replaceAll(/[\s\u00A0]+/g, ' ')
    this.#top.text += plain
  }

  close(name: string): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return
    }
    const open = this.#open.length > 1 ? this.#open.pop() : undefined
    if (open) this.#top.text += this.#closed(name, open)
  }

  end(): string {
    while (this.#open.length > 1) this.close(this.#top.name)
    return this.#top.text
      .split('\n')
      .map((line) => (line.trim() === '' ? '' : line.trimEnd()))
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }

  #single(name: string, attributes: Readonly<Record<string, string>>): void {
    const { alt = '', src = '' } = attributes
    if (name === 'br') this.#top.text += '\n'
    else if (name === 'hr') this.#top.text += '\n\n---\n\n'
    else if (name === 'emoji' || attributes.itemtype?.endsWith('/Emoji')) this.#top.text += alt
    else {
      const isWeb = /^https:\/\/[^\s()]+$/.test(src) && !src.includes('/hostedContents/')
      if (!isWeb) this.#onPicture()
      this.#top.text += isWeb
        ? `[${labelOf(alt) || 'image'}](${src})`
        : `*Picture not in the archive${alt === '' || alt === 'image' ? '' : `: ${labelOf(alt)}`}*`
    }
  }

  #closed(name: string, { text, attributes, items }: Open): string {
    const mark = around[name]
    if (mark !== undefined) return wrapped(text, mark)
    if (name === 'at') return this.#names.mention(attributes.id ?? '') ?? text
    if (name === 'a') return linkOf(text, attributes.href ?? '')
    if (name === 'code' && !this.#isCode)
      return text.trim() === '' ? text : `\`${text.replaceAll('`', "'")}\``
    if (name === 'pre' || name === 'codeblock') return fenced(text, attributes.class ?? '')
    if (name === 'blockquote') return `\n\n${quoted(text)}\n\n`
    if (name === 'li') return this.#item(text)
    if (cells.has(name))
      return `${text
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')} | `
    if (name === 'tr') return this.#row(text)
    if (/^h[1-6]$/.test(name)) return `\n\n${'#'.repeat(Number(name[1]))} ${text.trim()}\n\n`
    if ((name === 'ul' || name === 'ol') && items >= 0) return `\n${text}\n`
    return blocks.has(name) ? `\n\n${text.trim()}\n\n` : text
  }

  #item(text: string): string {
    const list = this.#top
    list.items++
    const sign = list.name === 'ol' ? `${list.items}. ` : '- '
    const inside = text
      .trim()
      .replaceAll(/\n{2,}/g, '\n')
      .replaceAll('\n', `\n${' '.repeat(sign.length)}`)
    return `\n${sign}${inside}`
  }

  #row(text: string): string {
    const table = this.#open.findLast(({ name }) => name === 'table') ?? this.#top
    table.rows++
    const count = text.split(/(?<!\\)\| /).length - 1
    const line = `\n| ${text.trim()}`
    return table.rows === 1 ? `${line}\n|${' --- |'.repeat(count)}` : line
  }
}

const labelOf = (text: string): string => text.replaceAll(/[[\]\n*`]/g, ' ').trim()

/** Puts signs around the words and not around the spaces beside them, where they would not count. */
function wrapped(text: string, mark: string): string {
  const words = text.trim()
  if (words === '' || words.includes('\n')) return text
  return text.replace(words, () => `${mark}${words}${mark}`)
}

function linkOf(text: string, href: string): string {
  if (!/^(https?:|mailto:)[^\s()]+$/i.test(href)) return text
  const label = text.replaceAll(/[[\]\n]/g, ' ').trim()
  return label === '' || label === href ? href : `[${label}](${href})`
}

function fenced(text: string, language: string): string {
  const [, name = ''] = /language-([\w+#-]+)/i.exec(language) ?? []
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}${name.toLowerCase()}\n${text.replace(/^\n/, '').trimEnd()}\n${fence}\n\n`
}

const quoted = (text: string): string =>
  text
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => `> ${line.trim()}`.trimEnd())
    .join('\n')
