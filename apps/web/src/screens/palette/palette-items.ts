import type { View } from '@tagma/contract/address.ts'
import type { Command } from '#keys/key-map.ts'
import { fitOf, folded } from '#parts/completion/match.ts'
import { viewOf } from '#state/addresses.ts'
import type { Channel } from '#state/channels.ts'
import { type Conversation, isResolved, newestFirst } from '#state/conversations.ts'
import type { Person } from '#state/people.ts'

/** Something that the palette leads to or does. */
export type PaletteItem =
  | {
      readonly kind: 'topic'
      readonly key: string
      readonly conversation: Conversation
      readonly channel: Channel
    }
  | {
      readonly kind: 'people'
      readonly key: string
      readonly conversation: Conversation
      readonly name: string
    }
  | { readonly kind: 'channel'; readonly key: string; readonly channel: Channel }
  | { readonly kind: 'person'; readonly key: string; readonly person: Person }
  | { readonly kind: 'command'; readonly key: string; readonly name: string; readonly command: Command }
  | { readonly kind: 'page'; readonly key: string; readonly name: string; readonly view: View }
  | { readonly kind: 'search'; readonly key: string; readonly text: string }

interface Sources {
  readonly ownId: number
  readonly conversations: readonly Conversation[]
  readonly channels: ReadonlyMap<number, Channel>
  readonly people: ReadonlyMap<number, Person>
  /** Names of the others of a conversation. */
  readonly nameOf: (userIds: readonly number[]) => string
  readonly commands: readonly { readonly name: string; readonly command: Command }[]
  readonly pages: readonly { readonly name: string; readonly view: View }[]
  /** Whether conditions of a search are typed, such as `sender:iris`: then the search comes first. */
  readonly isSearch: boolean
}

/** Items that the palette shows. */
const most = 12

/**
 * Returns what fits a text: conversations with unread messages and new ones first while nothing is typed, then by how well
 * the name fits. At the end stands a search for the text.
 */
export function paletteItems(text: string, sources: Sources): readonly PaletteItem[] {
  const query = folded(text.trim())
  if (query === '') {
    return sources.conversations
      .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || newestFirst(a, b))
      .flatMap((conversation) => conversationItem(conversation, sources))
      .slice(0, most)
  }
  const found = candidates(sources).flatMap(({ name, weight, item }) => {
    const fit = fitOf(query, folded(name))
    return fit === undefined ? [] : [{ rank: fit * 10 + weight, item }]
  })
  const search: PaletteItem = { kind: 'search', key: 'search', text: text.trim() }
  const items = found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most - 1)
    .map(({ item }) => item)
  return sources.isSearch ? [search, ...items] : [...items, search]
}

interface Candidate {
  readonly name: string
  /** 0 to 9: among equal fits, lower comes first. */
  readonly weight: number
  readonly item: PaletteItem
}

function candidates(sources: Sources): Candidate[] {
  const { conversations, channels, people, ownId, commands, pages } = sources
  const known = new Set(conversations.map(({ key }) => key))
  const topics = conversations.toSorted(newestFirst).flatMap((conversation) =>
    conversationItem(conversation, sources).map((item) => ({
      name: item.kind === 'people' ? item.name : conversation.topic,
      weight: weightOf(conversation),
      item,
    })),
  )
  return [
    ...topics,
    ...[...channels.values()]
      .filter(({ is_archived }) => !is_archived)
      .map((channel): Candidate => ({
        name: channel.name,
        weight: 'is_muted' in channel ? 1 : 3,
        item: { kind: 'channel', key: `channel ${channel.stream_id}`, channel },
      })),
    ...[...people.values()]
      .filter((person) => person.is_active && person.user_id !== ownId && !known.has(`dm ${person.user_id}`))
      .map((person): Candidate => ({
        name: person.full_name,
        weight: person.is_bot ? 5 : 1,
        item: { kind: 'person', key: `person ${person.user_id}`, person },
      })),
    ...commands.map((command): Candidate => ({
      name: command.name,
      weight: 5,
      item: { kind: 'command', key: `command ${command.command}`, ...command },
    })),
    ...pages.map((page, at): Candidate => ({
      name: page.name,
      weight: 6,
      item: { kind: 'page', key: `page ${at}`, ...page },
    })),
  ]
}

/** One person is meant by a name before a group that they are in. */
function weightOf(conversation: Conversation): number {
  if (conversation.userIds) return conversation.userIds.length > 1 ? 3 : 0
  return isResolved(conversation) ? 4 : 2
}

function conversationItem(conversation: Conversation, { channels, nameOf }: Sources): PaletteItem[] {
  const { key, channelId, userIds } = conversation
  if (channelId === undefined) return [{ kind: 'people', key, conversation, name: nameOf(userIds ?? []) }]
  const channel = channels.get(channelId)
  return channel ? [{ kind: 'topic', key, conversation, channel }] : []
}

/** Returns the view that an item opens; undefined for a command. */
export function viewOfItem(item: PaletteItem, ownId: number): View | undefined {
  switch (item.kind) {
    case 'topic':
    case 'people':
      return viewOf(item.conversation, ownId)
    case 'channel':
      return { kind: 'topics', channelId: item.channel.stream_id }
    case 'person':
      return { kind: 'conversation', conversation: { kind: 'direct', userIds: [item.person.user_id] } }
    case 'page':
      return item.view
    default:
      return undefined
  }
}
