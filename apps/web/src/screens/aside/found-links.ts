/** A file or a link in a message. */
export interface FoundLink {
  readonly kind: 'file' | 'link'
  /** `/user_uploads/…` of this server, or an address elsewhere that begins with http. */
  readonly address: string
  /** The file's name, or the words of the link. */
  readonly name: string
}

/**
 * Returns the files and the links to elsewhere in a message, each once, in their order. Takes the server's HTML and reads
 * it as text: nothing of it can run. Links to people, channels and messages are left out.
 */
export function foundLinks(html: string, origin: string): FoundLink[] {
  const found = new Map<string, FoundLink>()
  for (const [, attributes = '', inside = '', sound] of html.matchAll(linkOrSound)) {
    const link =
      sound === undefined
        ? linkOf(valueOf(attributes, 'href'), plain(inside.replace(/<[^>]*>/g, '')), attributes, origin)
        : linkOf(valueOf(sound, 'src'), valueOf(sound, 'title'), '', origin)

    // The text of a file comes before its preview, whose link has no words.
    if (link && !found.has(link.address)) found.set(link.address, link)
  }
  return [...found.values()]
}

const linkOrSound = /<a\b([^>]*)>([\s\S]*?)<\/a>|<audio\b([^>]*)>/g

/** Returns the value of an attribute. */
const valueOf = (attributes: string, name: string) =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

function linkOf(href: string, text: string, attributes: string, origin: string): FoundLink | undefined {
  if (/\bclass="[^"]*\b(?:stream|stream-topic|message-link)\b/.test(attributes)) return undefined
  const address = URL.parse(href, origin)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  const words = text.trim()
  if (address.origin !== origin) return { kind: 'link', address: address.href, name: words || address.host }
  if (!address.pathname.startsWith('/user_uploads/')) return undefined
  return { kind: 'file', address: address.pathname, name: words || lastPart(address.pathname) }
}

function lastPart(path: string): string {
  const part = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(part)
  } catch {
    // A name with a percent sign that encodes nothing.
    return part
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const plain = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
