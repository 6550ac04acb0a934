import type { View } from '@tagma/contract/address.ts'
import type { Organizations } from '#actions/other-organizations.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
import type { Command } from '#keys/key-map.ts'
import { Fitting } from '#parts/completion/fitting.ts'
import { fitOf, folded } from '#parts/completion/match.ts'
import { best } from '#parts/completion/suggestion.ts'
import { viewOf } from '#state/addresses.ts'
import type { Channel } from '#state/channels.ts'
import { type Conversation, isResolved, newestFirst } from '#state/conversations.ts'
import { hostIn, type OrganizationTrouble, type OtherOrganization } from '#state/organizations.ts'
import type { Person } from '#state/people.ts'
import { remember } from '#state/remember.ts'
import type { PalettePage } from './palette-entries.ts'

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
  | {
      readonly kind: 'page'
      readonly key: string
      readonly name: string
      readonly view: View
      readonly setting?: PalettePage['setting']
    }
  | { readonly kind: 'action'; readonly key: string; readonly action: OfferedAction }
  | {
      readonly kind: 'organization'
      readonly key: string
      readonly organization: OtherOrganization
      /** Why it cannot be opened at the moment. */
      readonly trouble: OrganizationTrouble | undefined
    }
  | { readonly kind: 'search'; readonly key: string; readonly text: string }

interface Sources {
  readonly ownId: number
  readonly conversations: readonly Conversation[]
  readonly channels: ReadonlyMap<number, Channel>
  readonly people: ReadonlyMap<number, Person>
  /** Names of the others of a conversation. */
  readonly nameOf: (userIds: readonly number[]) => string
  /** Actions on what had the focus, and on what is open. */
  readonly actions: readonly OfferedAction[]
  readonly commands: readonly { readonly name: string; readonly command: Command }[]
  readonly pages: readonly PalettePage[]
  /** The other organizations that this browser knows. */
  readonly organizations: Organizations
  /** Whether conditions of a search are typed, such as `sender:iris`: then the search comes first. */
  readonly isSearch: boolean
}

/** The most items that the palette shows. */
const most = 12
/** The most conversations before the actions while nothing is typed. */
const mostAbove = 6
/** Fewer items than these leave room for what one can begin with. */
const few = 4

/**
 * Returns the items whose names fit a text, the best first, and at the end a search for the text. While nothing is typed,
 * these are conversations, unread ones first, and then the actions on the focused message or the open conversation; where
 * there is hardly any, as on the first day, one's channels and the commands as well.
 */
export function paletteItems(text: string, sources: Sources): readonly PaletteItem[] {
  const query = folded(text.trim())
  if (query === '') {
    const actions = actionsOnFocus(sources.actions)
    const present = [
      ...sources.conversations
        .toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || newestFirst(a, b))
        .flatMap((conversation) => conversationItem(conversation, sources))
        .slice(0, actions.length > 0 ? mostAbove : most),
      ...actions,
    ]
    return present.length < few ? [...present, ...beginnings(sources)].slice(0, most) : present
  }
  const isMeant = isMeantBy(sources)
  const people = peopleCandidates(sources.people)
  const fitting: Candidate[] = []
  const found = best(
    candidates(sources, people.candidates(query)),
    (candidate) => {
      const fit = fitOf(query, candidate.name)
      if (fit === undefined) return undefined
      if (candidate.item.kind === 'person') fitting.push(candidate)
      return isMeant(candidate.item) ? fit * 10 + candidate.weight : undefined
    },
    most - 1,
  )
  people.keep(query, fitting)
  const search: PaletteItem = { kind: 'search', key: 'search', text: text.trim() }
  const items = found.map(({ item }) => item)
  return sources.isSearch ? [search, ...items] : [...items, search]
}

/** Returns one's channels, and the commands. */
const beginnings = ({ channels, commands }: Sources): readonly PaletteItem[] => [
  ...channelCandidates(channels)
    .flatMap(({ item }) => (item.kind === 'channel' && 'is_muted' in item.channel ? [item] : []))
    .slice(0, mostAbove),
  ...commandItems(commands),
]

const commandItems = (commands: Sources['commands']) =>
  commands.map((command) => ({ kind: 'command' as const, key: `command ${command.command}`, ...command }))

type ActionItem = Extract<PaletteItem, { kind: 'action' }>

const actionItems = (actions: readonly OfferedAction[]): readonly ActionItem[] =>
  actions.map((action, at) => ({ kind: 'action', key: `action ${at}`, action }))

/** Returns the actions on the focused message, or else on the open conversation. *Undo* of the last act comes first. */
function actionsOnFocus(actions: readonly OfferedAction[]): readonly ActionItem[] {
  const items = actionItems(actions)
  const about = (what: OfferedAction['about']) => items.filter(({ action }) => action.about === what)
  const onMessage = about('message')
  return [...about('last'), ...(onMessage.length > 0 ? onMessage : about('conversation'))]
}

interface Candidate {
  /** Folded. */
  readonly name: string
  /** 0 to 9: among equal fits, lower comes first. */
  readonly weight: number
  readonly item: PaletteItem
}

function candidates(sources: Sources, people: readonly Candidate[]): readonly Candidate[] {
  const { conversations, channels, actions, commands, pages, organizations } = sources
  return [
    ...conversations.toSorted(newestFirst).flatMap((conversation) =>
      conversationItem(conversation, sources).map((item) => ({
        name: folded(item.kind === 'people' ? item.name : conversation.topic),
        weight: weightOf(conversation),
        item,
      })),
    ),
    ...channelCandidates(channels),
    ...people,
    ...organizations.known.map((organization) => ({
      name: folded(`${organization.name} ${hostIn(organization.address)}`),
      weight: 2,
      item: {
        kind: 'organization' as const,
        key: `organization ${organization.address}`,
        organization,
        trouble: organizations.troubles.get(organization.address),
      },
    })),
    ...actionItems(actions).map((item) => ({ name: folded(item.action.label), weight: 2, item })),
    ...commandItems(commands).map((item) => ({ name: folded(item.name), weight: 5, item })),
    ...pages.map((page, at) => ({
      name: folded(page.name),
      weight: page.setting ? 7 : 6,
      item: { kind: 'page' as const, key: `page ${at}`, ...page },
    })),
  ]
}

// Made once for all keys: there may be ten thousand.

const channelCandidates = remember((channels: Sources['channels']): readonly Candidate[] =>
  [...channels.values()]
    .filter(({ is_archived }) => !is_archived)
    .map((channel) => ({
      name: folded(channel.name),
      weight: 'is_muted' in channel ? 1 : 3,
      item: { kind: 'channel', key: `channel ${channel.stream_id}`, channel },
    })),
)

const peopleCandidates = remember(
  (people: Sources['people']) =>
    new Fitting<Candidate>(
      [...people.values()]
        .filter(({ is_active }) => is_active)
        .map((person) => ({
          name: folded(person.full_name),
          weight: person.is_bot ? 5 : 1,
          item: { kind: 'person', key: `person ${person.user_id}`, person },
        })),
    ),
)

/** Returns whether an item is to be shown: oneself is not, and a person with a conversation is that conversation. */
function isMeantBy({ conversations, ownId }: Sources): (item: PaletteItem) => boolean {
  const known = new Set([ownId])
  for (const { userIds } of conversations) {
    const [first, ...others] = userIds ?? []
    if (first !== undefined && others.length === 0) known.add(first)
  }
  return (item) => item.kind !== 'person' || !known.has(item.person.user_id)
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
