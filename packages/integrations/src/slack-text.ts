import * as z from 'zod'

// Slack's forms of messages as Markdown: its own mark-up, blocks, and attachments of older senders.

const codeOrText = /(```[^]*?```|`[^`\n]+`)/

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Turns Slack's mark-up into Markdown: bold, italics, struck text, links, names. Leaves code as it is. */
export const slackMarkdown = (text: string): string =>
  text
    .split(codeOrText)
    .map((part, index) => (index % 2 === 1 ? unescaped(part) : unescaped(styled(referred(part)))))
    .join('')

const unescaped = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** Links and names: `<https://…|label>`, `<@U1|iris>`, `<#C1|design>`, `<!here>`. Times stay. */
const referred = (text: string): string =>
  text.replaceAll(/<([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (whole, target: string, label: string | undefined) => {
    if (target.startsWith('time:')) return whole
    if (/^[@#]/.test(target)) return `${target.charAt(0)}${label ?? target.slice(1)}`
    if (target.startsWith('!')) return label ?? `@${target.slice(1).split('^')[0] ?? ''}`
    if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return whole
    return label === undefined || label === '' ? target : `[${label}](${target})`
  })

const around = (mark: string) =>
  new RegExp(
    `(^|[^\\p{L}\\p{N}${mark}\\\\])${mark}(?![\\s${mark}])([^${mark}\\n]*[^\\s${mark}])${mark}(?![\\p{L}\\p{N}${mark}])`,
    'gmu',
  )
const bold = around('\\*')
const italic = around('_')
const struck = around('~')

const styled = (text: string): string =>
  text
    .split(/(\]\([^()\s]*\)|[a-z]+:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(italic, '$1\u0000$2\u0000')
            .replaceAll(bold, '$1**$2**')
            .replaceAll(struck, '$1~~$2~~')
            .replaceAll('\0', '*'),
    )
    .join('')

const textObject = z.union([z.string(), z.looseObject({ text: z.string() }).transform(({ text }) => text)])
const image = z.looseObject({
  image_url: z.string().optional(),
  slack_file: z.looseObject({ url: z.string().optional() }).optional(),
  alt_text: z.string().default(''),
  title: textObject.optional(),
})
const richElement = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  user_id: z.string().optional(),
  channel_id: z.string().optional(),
  range: z.string().optional(),
  style: z
    .union([
      z.string(),
      z.looseObject({
        bold: z.boolean().optional(),
        italic: z.boolean().optional(),
        strike: z.boolean().optional(),
        code: z.boolean().optional(),
      }),
    ])
    .optional(),
  get elements() {
    return z.array(richElement).optional()
  },
})
type RichElement = z.output<typeof richElement>

/** A block, or an element of one. Types that are not known give nothing. */
export const slackBlock = z.looseObject({
  type: z.string(),
  text: textObject.optional(),
  fields: z.array(textObject).optional(),
  accessory: z.looseObject({ type: z.string() }).optional(),
  elements: z.array(z.looseObject({ type: z.string() })).optional(),
})
type SlackBlock = z.output<typeof slackBlock>

/** Text of a block in Slack's mark-up. */
export function blockText(block: SlackBlock): string {
  switch (block.type) {
    case 'header':
      return `## ${block.text ?? ''}`
    case 'section':
      return pieces(block.text ?? '', ...sectionFields(block.fields ?? []), elementText(block.accessory))
    case 'context':
      return pieces(...(block.elements ?? []).map(elementText))
    case 'divider':
      return '----'
    case 'image':
      return elementText(block)
    case 'markdown':
      return block.text ?? ''
    case 'rich_text':
      return pieces(
        ...(block.elements ?? []).map((element) => richText(z.array(richElement).catch([]).parse([element]))),
      )
    default:
      return ''
  }
}

const pieces = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')

function sectionFields(fields: readonly string[]): string[] {
  if (fields.length < 2) return [...fields]
  const cells = fields.map((field) => field.replaceAll(/[\n|]/g, ' '))
  const rows = cells.flatMap((cell, index) =>
    index % 2 === 0 ? [`| ${cell} | ${cells[index + 1] ?? ''} |`] : [],
  )
  return ['| | |\n|-|-|\n' + rows.join('\n')]
}

function elementText(element: unknown): string {
  const parsed = z.looseObject({ type: z.string(), text: textObject.optional() }).safeParse(element)
  if (!parsed.success) return ''
  const { type, text = '' } = parsed.data
  if (type === 'plain_text' || type === 'mrkdwn') return text
  if (type !== 'image') return ''
  const picture = image.safeParse(element)
  const url = picture.data?.image_url ?? picture.data?.slack_file?.url
  return url === undefined ? '' : `[${picture.data?.title ?? picture.data?.alt_text ?? ''}](${url})`
}

/** Elements of rich text, in Slack's own mark-up. */
function richText(elements: readonly RichElement[]): string {
  return elements
    .map((element) => {
      const inner = element.elements ?? []
      switch (element.type) {
        case 'rich_text_section':
          return richText(inner)
        case 'rich_text_list':
          return inner
            .map(
              (item, index) => `${element.style === 'ordered' ? `${index + 1}.` : '*'} ${richText([item])}`,
            )
            .join('\n')
        case 'rich_text_quote':
          return richText(inner).replaceAll(/^/gm, '> ')
        case 'rich_text_preformatted':
          return `\`\`\`\n${richText(inner)}\n\`\`\``
        case 'text':
          return withStyle(element.text ?? '', element.style)
        case 'link':
          return `<${element.url ?? ''}${element.text === undefined ? '' : `|${element.text}`}>`
        case 'emoji':
          return `:${element.name ?? ''}:`
        case 'user':
          return `@${element.user_id ?? ''}`
        case 'channel':
          return `#${element.channel_id ?? ''}`
        case 'broadcast':
          return `@${element.range ?? ''}`
        default:
          return ''
      }
    })
    .join('')
}

function withStyle(text: string, style: RichElement['style']): string {
  if (typeof style !== 'object' || text.trim() === '') return text
  const marks = [
    style.bold ? '*' : '',
    style.italic ? '_' : '',
    style.strike ? '~' : '',
    style.code ? '`' : '',
  ]
  return `${marks.join('')}${text}${marks.toReversed().join('')}`
}

const optionalText = z.string().nullish()

export const slackAttachment = z.looseObject({
  title: optionalText,
  title_link: optionalText,
  pretext: optionalText,
  text: optionalText,
  fallback: optionalText,
  fields: z
    .array(
      z.looseObject({ title: optionalText, value: z.union([z.string(), z.number(), z.boolean()]).nullish() }),
    )
    .nullish(),
  blocks: z.array(slackBlock).nullish(),
  image_url: optionalText,
  footer: optionalText,
  ts: z.union([z.number(), z.string()]).nullish(),
})

/** Text of an attachment in the mark-up of its sender. `strong` marks the names of fields. */
export function attachmentText(attachment: z.output<typeof slackAttachment>, strong = '*'): string {
  const { title, title_link, pretext, text, fallback, fields, blocks, image_url, footer, ts } = attachment
  const lines = (fields ?? []).flatMap((field) => {
    const value = field.value == null ? '' : String(field.value)
    const name = field.title ? `${strong}${field.title}${strong}` : ''
    if (name !== '' && value !== '') return [`${name}: ${value}`]
    return name + value === '' ? [] : [name + value]
  })
  const body = pieces(pretext ?? '', text ?? '', lines.join('\n'), ...(blocks ?? []).map(blockText))
  const seconds = Number(ts)
  return pieces(
    title ? `## ${title_link ? `[${title}](${title_link})` : title}` : '',
    body === '' && !image_url && !title ? (fallback ?? '') : body,
    image_url ? `[](${image_url})` : '',
    footer ?? '',
    Number.isFinite(seconds) && seconds > 0 ? `<time:${seconds}>` : '',
  )
}
