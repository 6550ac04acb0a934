import { escapeLiteral } from './html.ts'
import type { MentionableUser } from './lookups.ts'
import type { Rendering } from './rendering.ts'

/** A mention or channel link begins at the start of the text, after whitespace or after one of these characters. */
export const boundary = String.raw`(?<![^\s'"(\[{/<])`

const userMention = new RegExp(String.raw`${boundary}@(_?)\*\*([^*]+)\*\*`, 'g')
const groupMention = new RegExp(String.raw`${boundary}@(_?)\*([^*]+)\*`, 'g')
export const nameAndId = /^(.+)?\|(\d+)$/s

/** The words that mention everybody in a channel. */
export const channelWildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])
export const topicWildcard = 'topic'

/**
 * Renders `@**Name**`, `@**Name|12**`, `@**|12**`, the wildcards, and the silent forms with `@_`. Names compare without
 * case. With an id, the name must be exactly the user's. In a quote every mention is silent.
 */
export function renderUserMentions(text: string, rendering: Rendering, inQuote: boolean): string {
  if (!text.includes('@')) return text
  return text.replace(userMention, (source: string, underscore: string, name: string) => {
    const silent = inQuote || underscore === '_'
    if (channelWildcards.has(name) || name === topicWildcard) {
      return rendering.put(wildcardHtml(name, silent, rendering))
    }
    const user = findUser(name, rendering)
    return user === undefined ? source : rendering.put(userHtml(user, silent || !user.active, rendering))
  })
}

function wildcardHtml(name: string, silent: boolean, rendering: Rendering): string {
  const suffix = silent ? ' silent' : ''
  const label = silent ? name : `@${name}`
  if (name === topicWildcard) {
    if (!silent) rendering.facts.mentionsTopic = true
    return `<span class="topic-mention${suffix}">${label}</span>`
  }
  if (!silent) rendering.facts.mentionsChannel = true
  return `<span class="user-mention channel-wildcard-mention${suffix}" data-user-id="*">${label}</span>`
}

function userHtml(user: MentionableUser, silent: boolean, rendering: Rendering): string {
  const { mentionedUsers, silentlyMentionedUsers } = rendering.facts
  ;(silent ? silentlyMentionedUsers : mentionedUsers).add(user.id)
  const name = escapeLiteral(user.name)
  return silent
    ? `<span class="user-mention silent" data-user-id="${user.id}">${name}</span>`
    : `<span class="user-mention" data-user-id="${user.id}">@${name}</span>`
}

function findUser(written: string, { names }: Rendering): MentionableUser | undefined {
  const withId = nameAndId.exec(written)
  if (withId === null) return names.user(written)
  const user = names.userById(Number(withId[2]))
  return withId[1] === undefined || withId[1] === user?.name ? user : undefined
}

/** Renders `@*group*` and `@_*group*`. Names compare without case. */
export function renderGroupMentions(text: string, rendering: Rendering, inQuote: boolean): string {
  if (!text.includes('@')) return text
  return text.replace(groupMention, (source: string, underscore: string, written: string) => {
    const group = rendering.names.group(written)
    if (group === undefined) return source
    const label = escapeLiteral(group.label)
    if (inQuote || underscore === '_' || !group.active) {
      return rendering.put(
        `<span class="user-group-mention silent" data-user-group-id="${group.id}">${label}</span>`,
      )
    }
    rendering.facts.mentionedGroups.add(group.id)
    return rendering.put(`<span class="user-group-mention" data-user-group-id="${group.id}">@${label}</span>`)
  })
}
