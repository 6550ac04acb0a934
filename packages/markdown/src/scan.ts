import { channelTopic } from './channel-link.ts'
import { extraEmoji } from './emoji-names.ts'
import { channelWildcards, nameAndId, topicWildcard } from './mention.ts'
import { normalizeText } from './rendering.ts'

/**
 * The names in a text that `render` may ask for. The scan is cheap and may list too many: it does not exclude code, for
 * example. Names are listed as written, each once.
 */
export interface References {
  /** From `@**Name**` and `@_**Name**`, without wildcards. Compare without case. */
  readonly userNames: readonly string[]
  /** From `@**Name|12**` and `@**|12**`. */
  readonly userIds: readonly number[]
  /** From `@*group*` and `@_*group*`. Compare without case. */
  readonly groupNames: readonly string[]
  /** From `#**channel**` and its longer forms. Compare exactly. */
  readonly channelNames: readonly string[]
  /** From `#**channel>topic**`; topics compare without case. */
  readonly topics: readonly { readonly channelName: string; readonly topic: string }[]
  /** Names between colons that may be custom emoji. */
  readonly emojiNames: readonly string[]
  /** Path ids of uploads whose picture, video or sound may be shown. */
  readonly uploadPathIds: readonly string[]
}

// These patterns find more than the renderer: the text around a name decides if a mention may begin there, and a name
// may begin inside text that looks like another.
const userMention = /@_?\*\*(?=([^*]+)\*\*)/g
const groupMention = /@_?\*(?=([^*]+)\*)/g
const channelLink = /#\*\*(?=([^*]+)\*\*)/g
const emoji = /:([\p{L}\p{N}_\-+]+)(?=:)/gu
const upload = /user_uploads\/([^\s<>?#"\]]+)/g

/** Finds everything that `render` may have to look up, in one pass. Takes any text. */
export function scan(source: string): References {
  const text = normalizeText(source)
  const users = text.includes('@') ? collect(text, userMention) : []
  const channels = text.includes('#**') ? collect(text, channelLink) : []
  return {
    userNames: users.filter(
      (name) => !nameAndId.test(name) && !channelWildcards.has(name) && name !== topicWildcard,
    ),
    userIds: unique(users.flatMap(idsIn)),
    groupNames: text.includes('@') ? collect(text, groupMention) : [],
    channelNames: unique(channels.map((written) => channelTopic.exec(written)?.[1] ?? written)),
    topics: channels.flatMap(topicIn),
    emojiNames: text.includes(':') ? collect(text, emoji).filter((name) => name !== extraEmoji.name) : [],
    uploadPathIds: text.includes('user_uploads/') ? unique(collect(text, upload).flatMap(pathIdsIn)) : [],
  }
}

function collect(text: string, pattern: RegExp): string[] {
  return unique([...text.matchAll(pattern)].map((match) => match[1]!))
}

function unique<T>(values: T[]): T[] {
  return values.length < 2 ? values : [...new Set(values)]
}

function idsIn(written: string): number[] {
  const id = Number(nameAndId.exec(written)?.[2] ?? Number.NaN)
  return Number.isSafeInteger(id) ? [id] : []
}

function topicIn(written: string): { channelName: string; topic: string }[] {
  const parts = channelTopic.exec(written)
  return parts === null || parts[3] !== undefined ? [] : [{ channelName: parts[1]!, topic: parts[2]! }]
}

/** Returns the path up to the first parenthesis that it did not open, with and without the punctuation at its end. */
export function pathIdsIn(written: string): string[] {
  let depth = 0
  let end = 0
  for (; end < written.length; end++) {
    if (written[end] === '(') depth++
    if (written[end] === ')' && --depth < 0) break
  }
  const path = written.slice(0, end)
  let last = path.length
  while (last > 0 && `!:;?),.'`.includes(path[last - 1]!)) last--
  return last === path.length ? [path] : [path, path.slice(0, last)]
}
