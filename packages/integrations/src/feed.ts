import { XMLParser } from 'fast-xml-parser'
import { oneLine, safeContent } from './safe-text.ts'

// RSS 1.0, 2.0 and Atom. A feed is what a stranger wrote: it is parsed without entities of its own and without recursion.

/** An entry of a feed. */
export interface FeedEntry {
  /** Tells it apart from the others of the feed. */
  readonly id: string
  readonly title: string
  /** Address; empty without one. */
  readonly link: string
  /** Its text without markup, cut. */
  readonly text: string
}

export interface Feed {
  readonly title: string
  /** The newest entry is mostly the first. */
  readonly entries: readonly FeedEntry[]
}

/** Most entries that are read. */
const mostEntries = 500
/** Letters of an entry's text that are shown. */
const longestText = 500

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
})

/** Reads a feed. Returns undefined for anything else. */
export function readFeed(xml: string): Feed | undefined {
  let document: unknown
  try {
    document = parser.parse(xml)
  } catch {
    return undefined
  }
  const root = part(document)
  const atom = 'feed' in root ? part(root.feed) : undefined
  const rdf = 'RDF' in root ? part(root.RDF) : undefined
  const channel = atom ?? (rdf ? part(rdf.channel) : part(part(root.rss).channel))
  const found = atom ? atom.entry : rdf ? rdf.item : channel.item
  if (!atom && !rdf && !('rss' in root)) return undefined
  const entries = list(found).slice(0, mostEntries).map(part).map(entryOf)
  return { title: plain(channel.title), entries: entries.filter(({ id }) => id !== '') }
}

type Part = Readonly<Record<string, unknown>>

const part = (value: unknown): Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {}
const list = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

function entryOf(entry: Part): FeedEntry {
  const title = plain(entry.title)
  const link = linkOf(entry.link)
  const text = plain(entry.description ?? entry.summary ?? entry.encoded ?? entry.content)
  return { id: raw(entry.guid ?? entry.id) || link || title, title, link, text: shortText(text) }
}

/** The address of an entry: RSS has it as text, Atom as an attribute of one of several elements. */
function linkOf(value: unknown): string {
  const found = list(value).find((one) =>
    ['alternate', undefined].includes(part(one)['@rel'] as string | undefined),
  )
  const { '@href': href } = part(found)
  const link = decoded(typeof href === 'string' ? href : raw(found)).trim()
  return /^https?:\/\//i.test(link) ? link.replaceAll(/[\s()<>]/g, escaped) : ''
}

const escaped = (letter: string): string =>
  letter === '(' ? '%28' : letter === ')' ? '%29' : encodeURIComponent(letter)

/** The text of an element, with or without attributes. */
function raw(value: unknown): string {
  const [first] = list(value)
  if (typeof first === 'string') return first.trim()
  const text = part(first)['#text']
  return typeof text === 'string' ? text.trim() : ''
}

/** The text of an element without markup. Markup is mostly escaped once more. */
const plain = (value: unknown): string =>
  oneLine(decoded(decoded(raw(value)).replaceAll(/<[^<>]{0,2000}>/g, ' ')).replaceAll(/\s+/g, ' '))

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function shortText(text: string): string {
  const points = [...text.slice(0, longestText * 3)]
  return points.length <= longestText ? text : `${points.slice(0, longestText).join('').trimEnd()} …`
}

/** Makes a message of an entry. */
export function entryContent({ title, link, text }: FeedEntry): string {
  const name = (title || link || 'Untitled').replaceAll(/[[\]]/g, ' ').trim()
  const heading = link === '' ? `**${name}**` : `**[${name}](${link})**`
  return safeContent(text === '' || text === title ? heading : `${heading}\n${text}`)
}
