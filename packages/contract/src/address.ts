import { encodeHashComponent, isReadable } from './address/hash-component.ts'
import { type AddressLookups, type AddressNames, readNarrow, writeNarrow } from './address/narrow-address.ts'
import { idIn } from './address/terms.ts'
import {
  channelPages,
  channelsPages,
  groupPages,
  groupsPages,
  helpPages,
  imaginedNames,
  organizationPages,
  plainViews,
  type RightsPlace,
  settingsPages,
  type View,
} from './address/view.ts'

// Addresses: the fragment behind `#` names all that a client can show. Older forms are read, first forms are written.

export {
  channelSlug,
  decodeHashComponent,
  directSlug,
  encodeHashComponent,
} from './address/hash-component.ts'
export type { AddressLookups, AddressNames } from './address/narrow-address.ts'
export {
  searchTerms,
  searchText,
  type SearchLookups,
  type SearchNames,
  type SearchPart,
} from './address/search-terms.ts'
export type { Operator, Term, TermProblem } from './address/terms.ts'
export {
  type At,
  type Conversation,
  type HelpPage,
  helpPages,
  imaginedNames,
  type MessageView,
  type OrganizationPage,
  organizationPages,
  type RightsOf,
  type RightsPlace,
  type SettingsPage,
  settingsPages,
  termsOf,
  type View,
  viewOfTerms,
} from './address/view.ts'

/** Words of older addresses, in the first place and as pages. */
const olderViews: Readonly<Record<string, string>> = {
  recent_topics: 'recent',
  all_messages: 'feed',
  streams: 'channels',
  'search-filters': 'search-operators',
}
const olderSettings: Readonly<Record<string, string>> = {
  'display-settings': 'preferences',
  'your-account': 'profile',
  'muted-topics': 'topics',
  devices: 'notifications',
}
const olderOrganizationPages: Readonly<Record<string, string>> = {
  users: 'users/active',
  'user-list-admin': 'users/active',
  'deactivated-users-admin': 'users/deactivated',
  'invites-list-admin': 'users/invitations',
  'bot-list-admin': 'bots',
  'default-streams-list': 'default-channels-list',
}

/**
 * Reads the fragment of an address, with or without `#`. Take it from `location.href`: browsers decode `location.hash` in
 * part. Never throws.
 * @example parseAddress('#narrow/channel/5-design/topic/card.20reader/near/31', {})
 */
export function parseAddress(hash: string, lookups: AddressLookups): View {
  const [first = '', ...parts] = hash.replace(/^#?\/?/, '').split('/')
  return readView(olderWord(olderViews, first), parts, lookups) ?? { kind: 'unreadable', address: hash }
}

function readView(first: string, parts: readonly string[], lookups: AddressLookups): View | undefined {
  const plain = oneOf(plainViews, first)
  if (plain) return { kind: plain }
  const help = oneOf(helpPages, first)
  if (help) return { kind: 'help', page: help }
  switch (first) {
    case '':
      return { kind: 'home' }
    case 'feed':
      return { kind: 'feed' }
    case 'narrow':
      return readNarrow(parts, lookups)
    case 'topics': {
      const view = readNarrow(parts, lookups)
      return view?.kind === 'feed' && view.channelId !== undefined
        ? { kind: 'topics', channelId: view.channelId }
        : undefined
    }
    case 'channels':
      return readChannels(parts)
    case 'new':
      return readNew(parts)
    case 'groups':
      return readGroups(parts)
    case 'user': {
      const userId = idIn(parts[0] ?? '')
      if (userId === undefined) return undefined
      // Other clients name pages that are parts of the profile here.
      return parts[1] === 'manage' ? { kind: 'user', userId, page: 'manage' } : { kind: 'user', userId }
    }
    case 'rights':
      return readRights(parts)
    case 'bots': {
      const botId = idIn(parts[0] ?? '')
      return botId === undefined ? undefined : { kind: 'bot', botId }
    }
    case 'settings': {
      const page = oneOf(settingsPages, olderWord(olderSettings, parts[0] || 'profile'))
      return page && { kind: 'settings', page }
    }
    case 'organization': {
      const name = parts.filter((part) => part !== '').join('/') || 'organization-profile'
      const page = oneOf(organizationPages, olderWord(olderOrganizationPages, name))
      return page && { kind: 'organization', page }
    }
    default:
      return undefined
  }
}

function readChannels([first = '', second = '', third = '']: readonly string[]): View | undefined {
  const page = oneOf(channelsPages, first === 'notsubscribed' ? 'available' : first || 'subscribed')
  if (page) return { kind: 'channels', page }
  if (first === 'folders') {
    const inFolder = oneOf(channelsPages, third)
    const folderId = second === 'none' && inFolder !== 'new' ? null : idIn(second)
    return folderId === undefined || !inFolder ? undefined : { kind: 'channels', page: inFolder, folderId }
  }
  const channelId = idIn(first)
  const own = oneOf(channelPages, third || 'general')
  return channelId === undefined || !own ? undefined : { kind: 'channel', channelId, page: own }
}

function readNew([first = '', second = '']: readonly string[]): View | undefined {
  if (first === 'direct') return { kind: 'new direct' }
  const channelId = first === 'topic' ? idIn(second) : undefined
  return channelId === undefined ? undefined : { kind: 'new topic', channelId }
}

function readGroups([first = '', , third = '']: readonly string[]): View | undefined {
  const page = oneOf(groupsPages, first || 'your')
  if (page) return { kind: 'groups', page }
  const groupId = idIn(first)
  const own = oneOf(groupPages, third || 'general')
  return groupId === undefined || !own ? undefined : { kind: 'group', groupId, page: own }
}

function readRights([first = '', second = '', third = '']: readonly string[]): View | undefined {
  const place = placeIn(first || 'organization')
  const of = oneOf(['me', ...imaginedNames], second || 'me') ?? idAfter('user-', second)
  if (!place || of === undefined || !/^[a-z-]*$/.test(third)) return undefined
  return { kind: 'rights', place, of, ...(third !== '' && { deed: third }) }
}

function placeIn(part: string): RightsPlace | undefined {
  if (part === 'organization') return { kind: 'organization' }
  const channelId = idAfter('channel-', part)
  if (channelId !== undefined) return { kind: 'channel', channelId }
  const groupId = idAfter('group-', part)
  return groupId === undefined ? undefined : { kind: 'group', groupId }
}

const idAfter = (prefix: string, part: string): number | undefined =>
  part.startsWith(prefix) ? idIn(part.slice(prefix.length)) : undefined

function writeRights({ place, of, deed }: Extract<View, { kind: 'rights' }>): string {
  const where =
    place.kind === 'organization'
      ? place.kind
      : place.kind === 'channel'
        ? `channel-${place.channelId}`
        : `group-${place.groupId}`
  const who = typeof of === 'number' ? `user-${of}` : of
  return `#rights/${where}/${who}${deed === undefined ? '' : `/${deed}`}`
}

/** Writes the first form of a view's address. Empty for the home view. */
export function addressOf(view: View, names: AddressNames = {}): string {
  switch (view.kind) {
    case 'home':
      return ''
    case 'unreadable':
      return view.address
    case 'feed':
      return view.channelId === undefined && !view.at ? '#feed' : writeNarrow(view, names)
    case 'conversation':
    case 'search':
      return writeNarrow(view, names)
    case 'topics':
      return writeNarrow({ kind: 'feed', channelId: view.channelId }, names).replace('#narrow', '#topics')
    case 'new topic':
      return `#new/topic/${view.channelId}`
    case 'new direct':
      return '#new/direct'
    case 'channels':
      return view.folderId === undefined
        ? `#channels/${view.page}`
        : `#channels/folders/${view.folderId ?? 'none'}/${view.page}`
    case 'channel':
      return `#channels/${view.channelId}/${slugOf(names.channelName?.(view.channelId))}/${view.page}`
    case 'groups':
      return `#groups/${view.page}`
    case 'group':
      return `#groups/${view.groupId}/${slugOf(names.groupName?.(view.groupId))}/${view.page}`
    case 'user':
      return `#user/${view.userId}${view.page === undefined ? '' : `/${view.page}`}`
    case 'rights':
      return writeRights(view)
    case 'bot':
      return `#bots/${view.botId}`
    case 'settings':
    case 'organization':
      return `#${view.kind}/${view.page}`
    case 'help':
      return `#${view.page}`
    default:
      return `#${view.kind}`
  }
}

/** A name as a part of its own. Only people read it, so a dash will do for what they cannot read. */
const slugOf = (name: string | undefined) =>
  name === undefined || !isReadable(name) ? '-' : encodeHashComponent(name.replaceAll(' ', '-'))

const olderWord = (words: Readonly<Record<string, string>>, word: string) =>
  Object.hasOwn(words, word) ? (words[word] ?? word) : word

const oneOf = <const T extends string>(words: readonly T[], word: string): T | undefined =>
  words.find((each) => each === word)
