/*
 * Turns formatted text from the clipboard into Markdown. Reads nodes only: nothing of the HTML enters the page.
 *
 * What has a counterpart keeps its form: headings, lists, quotes, code, tables, links, bold, italic, struck through. What
 * has none becomes its text. Editors say bold by style or by element, so both are read.
 */

/** Returns Markdown for formatted text. */
export function htmlToMarkdown(root: ParentNode): string {
  return tidy(blocks(root, ''))
}

const blockNames: ReadonlySet<string> = new Set(
  'address article aside blockquote details div dl dd dt fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul'.split(
    ' ',
  ),
)
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'meta',
  'link',
  'title',
  'template',
  'noscript',
])

const nameOf = (node: Node) => (node.nodeType === Node.ELEMENT_NODE ? (node as Element).localName : '')

/** Writes the blocks in a node, with an empty line between two. `indent` stands before each line of a list inside a list. */
function blocks(node: ParentNode, indent: string): string {
  const parts: string[] = []
  let line = ''
  const endLine = () => {
    if (line.trim() !== '') parts.push(line.trim())
    line = ''
  }
  for (const child of node.childNodes) {
    if (!holdsBlock(child)) {
      line += inline(child)
      continue
    }
    endLine()
    const block = blockOf(child as Element, indent)
    if (block.trim() !== '') parts.push(block)
  }
  endLine()
  return parts.join('\n\n')
}

/** Whether a node is a block, or wraps one: some editors put whole documents into a `b`. */
function holdsBlock(node: Node): boolean {
  const name = nameOf(node)
  if (name === '' || silent.has(name)) return false
  return blockNames.has(name) || [...node.childNodes].some(holdsBlock)
}

function blockOf(element: Element, indent: string): string {
  const name = element.localName
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `${'#'.repeat(Number(name[1]))} ${inlines(element).trim()}`
    case 'blockquote':
      return blocks(element, '').replaceAll(/^/gm, '> ')
    case 'pre':
      return fenced(element)
    case 'hr':
      return '---'
    case 'ul':
    case 'ol':
      return list(element, indent)
    case 'table':
      return table(element)
    default:
      return blocks(element, indent)
  }
}

function fenced(element: Element): string {
  const code = (element.textContent ?? '').replace(/\n$/, '')
  const language = /(?:^|\s)(?:language|lang)-([\w+#-]+)/.exec(
    `${element.className} ${element.querySelector('code')?.className ?? ''}`,
  )?.[1]
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language ?? ''}\n${code}\n${fence}`
}

function list(element: Element, indent: string): string {
  const isOrdered = element.localName === 'ol'
  let number = Number(element.getAttribute('start') ?? 1)
  const lines: string[] = []
  for (const child of element.children) {
    // Some editors put the inner list beside its item.
    if (child.localName === 'ul' || child.localName === 'ol') lines.push(list(child, `${indent}  `))
    if (child.localName !== 'li') continue
    const mark = isOrdered ? `${number++}.` : '*'
    const inner: string[] = []
    let text = ''
    for (const part of child.childNodes) {
      const name = nameOf(part)
      if (name === 'ul' || name === 'ol') inner.push(list(part as Element, `${indent}  `))
      else text += holdsBlock(part) ? `${blockOf(part as Element, '')} ` : inline(part)
    }
    lines.push([`${indent}${mark} ${text.trim().replaceAll(/\s*\n\s*/g, ' ')}`, ...inner].join('\n'))
  }
  return lines.join('\n')
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) =>
      inlines(cell)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', String.raw`\|`),
    ),
  )
  const width = Math.max(0, ...rows.map((row) => row.length))
  // A table of one column is a layout.
  if (width < 2) return rows.flat().filter(Boolean).join('\n')
  const written = rows.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
  )
  return [written[0], `|${' --- |'.repeat(width)}`, ...written.slice(1)].join('\n')
}

const inlines = (node: ParentNode): string => [...node.childNodes].map(inline).join('')

function inline(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/[ \t\r\n]+/g, ' ')
  const name = nameOf(node)
  if (name === '' || silent.has(name)) return ''
  const element = node as Element
  switch (name) {
    case 'br':
      return '\n'
    case 'a':
      return link(element)
    case 'img':
      return element.getAttribute('alt') ?? ''
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return codeSpan(element.textContent ?? '')
    case 's':
    case 'del':
    case 'strike':
      return marked(inlines(element), '~~')
    default:
      return styled(element)
  }
}

function styled(element: Element): string {
  const style = element.getAttribute('style') ?? ''
  const name = element.localName
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1]
  const isBold =
    weight === undefined ? name === 'b' || name === 'strong' : weight === 'bold' || Number(weight) >= 600
  const slant = /font-style:\s*(\w+)/.exec(style)?.[1]
  const isItalic = slant === undefined ? name === 'i' || name === 'em' : slant === 'italic'
  const text = inlines(element)
  const bold = isBold ? marked(text, '**') : text
  return isItalic ? marked(bold, '*') : bold
}

/** Puts marks around a text. Space at its ends stays outside, because marks beside space are none. */
function marked(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === '' || inner.includes('\n')) return text
  const [before = '', after = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]]
  return `${before}${mark}${inner}${mark}${after}`
}

function codeSpan(text: string): string {
  if (text.trim() === '') return text
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${ticks}${space}${text}${space}${ticks}`
}

function link(element: Element): string {
  const address = element.getAttribute('href') ?? ''
  const text = inlines(element).trim()
  if (!/^(?:https?:|mailto:)/i.test(address) || text === '') return inlines(element)
  const plain = element.textContent?.trim()
  if (plain === address || `${plain}/` === address) return address
  return `[${text.replaceAll(/[[\]]/g, String.raw`\$&`).replaceAll('\n', ' ')}](${address.replaceAll(' ', '%20').replaceAll(')', '%29')})`
}

const tidy = (text: string) =>
  text
    .replaceAll(' ', ' ')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
