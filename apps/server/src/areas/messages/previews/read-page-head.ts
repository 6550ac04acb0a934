import { Parser } from 'htmlparser2'

/** Facts from the head of a page. Addresses are absolute. */
export interface PageHead {
  /** Empty without one; so is the description. */
  readonly title: string
  readonly description: string
  readonly image: string | undefined
  /** Address of the page's oEmbed answer, on the page's own host or a parent domain of it. */
  readonly oembed: string | undefined
}

/** Most characters of a title and of a description. */
const mostTitle = 200
const mostDescription = 300

const endOfHead = /<\/head\s*>|<body[\s>]/i

/** Whether all of a page's head has come. */
export const hasHead = (bytes: Uint8Array): boolean => endOfHead.test(Buffer.from(bytes).toString('latin1'))

/** Reads the head of a page, whose address tells where relative addresses lead. `contentType` names its encoding. */
export function readPageHead(bytes: Uint8Array, contentType: string, url: string): PageHead {
  const found = fieldsOf(decoded(bytes, contentType))
  const first = (...names: string[]) => names.map((name) => found.meta.get(name)).find(Boolean) ?? ''
  return {
    title: shortened(first('og:title', 'twitter:title') || found.title, mostTitle),
    description: shortened(
      first('og:description', 'twitter:description') || first('description'),
      mostDescription,
    ),
    image: absolute(
      first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
      url,
    ),
    oembed: nearby(absolute(found.oembed, url), url),
  }
}

/** Reads the title and the picture of an oEmbed answer. Its HTML is never shown. */
export function readOembed(text: string, url: string): Pick<PageHead, 'title' | 'image'> {
  let body: Readonly<Record<string, unknown>>
  try {
    body = (JSON.parse(text) ?? {}) as typeof body
  } catch {
    return { title: '', image: undefined }
  }
  const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
  const picture = textIn(body['thumbnail_url']) || (body['type'] === 'photo' ? textIn(body['url']) : '')
  return { title: shortened(textIn(body['title']), mostTitle), image: absolute(picture, url) }
}

interface Fields {
  readonly meta: ReadonlyMap<string, string>
  readonly title: string
  readonly oembed: string
}

function fieldsOf(html: string): Fields {
  const meta = new Map<string, string>()
  let title = ''
  let oembed = ''
  let inTitle = false
  const parser = new Parser({
    onopentag(name, { property, name: key, content, type, href }) {
      const field = (property ?? key)?.toLowerCase()
      // The first of several counts.
      if (name === 'meta' && field !== undefined && content && !meta.has(field)) meta.set(field, content)
      if (name === 'link' && type?.toLowerCase() === 'application/json+oembed') oembed ||= href ?? ''
      inTitle = name === 'title' && title === ''
    },
    ontext(text) {
      if (inTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
    },
  })
  parser.end(html)
  return { meta, title, oembed }
}

const charsetIn = (text: string) => /charset\s*=\s*["']?([\w:-]+)/i.exec(text)?.[1]

/** Decodes a page: by its header, else by its first kilobyte, else as UTF-8. */
function decoded(bytes: Uint8Array, contentType: string): string {
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const label = charsetIn(contentType) ?? charsetIn(beginning) ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Takes line breaks and control characters out of a text, and cuts it between words where it is too long. */
function shortened(text: string, most: number): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const letters = Array.from(plain)
  if (letters.length <= most) return plain
  const cut = letters.slice(0, most - 1).join('')
  return `${cut.replace(/\s+\S*$/u, '') || cut}…`
}

function absolute(address: string, base: string): string | undefined {
  const url = address === '' ? null : URL.parse(address, base)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : undefined
}

/** Returns an address only if its host is that of the page, or a parent domain of it. */
function nearby(address: string | undefined, page: string): string | undefined {
  if (address === undefined) return undefined
  const [host, own] = [new URL(address).hostname, new URL(page).hostname]
  return own === host || own.endsWith(`.${host}`) ? address : undefined
}
