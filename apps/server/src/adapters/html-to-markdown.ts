import { convert, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'

/** Longer HTML is not converted: a kilobyte takes up to a millisecond. */
const longestHtml = 200_000

/** Converts the HTML of a mail to Markdown; undefined if it is too long. */
export function htmlToMarkdown(html: string): string | undefined {
  if (html.length > longestHtml) return undefined
  // Bold text of mails often ends in a space; in Markdown it is not bold then.
  return convert(html, markdownOptions)
    .replaceAll(/(\*{1,2})([^*\n]+)\1/g, (_, mark: string, inner: string) => {
      const words = inner.trim()
      return words === '' ? inner : inner.replace(words, () => `${mark}${words}${mark}`)
    })
    .trim()
}

const around =
  (mark: string): FormatCallback =>
  ({ children }, walk, builder) => {
    builder.addLiteral(mark)
    walk(children, builder)
    builder.addLiteral(mark)
  }

const markdownOptions: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 500 },
  formatters: {
    bold: around('**'),
    italic: around('*'),
    code: around('`'),
    title({ name = 'h1', children }, walk, builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      builder.addLiteral(`${'#'.repeat(Number(name.slice(1)))} `)
      walk(children, builder)
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
    link({ attribs, children }, walk, builder) {
      const { href = '' } = attribs as { href?: string }
      const isLink = /^(?:https?:|mailto:)[^\s()]*$/i.test(href)
      if (isLink) builder.addLiteral('[')
      walk(children, builder)
      if (isLink) builder.addLiteral(`](${href})`)
    },
  },
  selectors: [
    ...['b', 'strong'].map((selector) => ({ selector, format: 'bold' })),
    ...['i', 'em'].map((selector) => ({ selector, format: 'italic' })),
    { selector: 'code', format: 'code' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'title' })),
    { selector: 'a', format: 'link' },
    // Pictures of a mail are among its files, or on servers that want to learn who reads it.
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '* ' } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
  ],
}
