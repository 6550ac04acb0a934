import { channelLink, channelTopic } from './channel-link.ts'
import { extraEmoji } from './emoji-names.ts'
import { emojiSyntax } from './emoji.ts'
import { channelWildcards, groupMention, nameAndId, topicWildcard, userMention } from './mention.ts'

/**
 * The names in a text that `render` may ask for. A cheap superset: code, for example, is not told apart from the rest.
 * Names stand as written; lists hold each name once.
 */
export interface References {
  /** From `@**Name**` and `@_**Name**`, wildcards left out. Compare without case. */
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

const uploadPath = /user_uploads\/(\d+\/[^\s()"'<>?#\]]+)/g

/** Finds what `render` may have to look up, in one pass. Takes any text. */
export function scan(text: string): References {
  const users = text.includes('@') ? collect(text, userMention, 2) : []
  const channels = text.includes('#**') ? collect(text, channelLink, 1) : []
  const references = {
    userNames: users.filter((name) => !nameAndId.test(name) && !channelWildcards.has(name) && name !== topicWildcard),
    userIds: unique(users.flatMap(idsIn)),
    groupNames: text.includes('@') ? collect(text, groupMention, 2) : [],
    channelNames: unique(channels.map((written) => channelTopic.exec(written)?.[1] ?? written)),
    topics: channels.flatMap(topicIn),
    emojiNames: text.includes(':') ? collect(text, emojiSyntax, 1).filter((name) => name !== extraEmoji.name) : [],
    uploadPathIds: text.includes('user_uploads/') ? collect(text, uploadPath, 1) : [],
  }
  return references
}


function collect(text: string, pattern: RegExp, group: number): string[] {
  return unique([...text.matchAll(pattern)].map((match) => match[group]!))
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
