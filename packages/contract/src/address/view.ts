import type { Term } from './terms.ts'

/** A topic of a channel, or a set of people. */
export type Conversation =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** Ids of the others, ascending; alone with oneself, the own id. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/**
 * The place in a view. `near`: at this message, which is marked. `with`: in the conversation where this message is now.
 * `date`: at the first message of this day or after this time (ISO 8601).
 */
export type At = { readonly near: number } | { readonly with: number } | { readonly date: string }

export const settingsPages = [
  'profile',
  'account-and-privacy',
  'preferences',
  'notifications',
  'topics',
  'muted-users',
  'alert-words',
  'uploaded-files',
  'access-tokens',
  'your-bots',
] as const
export type SettingsPage = (typeof settingsPages)[number]

export const organizationPages = [
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
  'users/active',
  'users/deactivated',
  'users/invitations',
  'emoji-settings',
  'linkifier-settings',
  'playground-settings',
  'profile-field-settings',
  'organization-level-user-defaults',
  'default-channels-list',
  'bots',
  'data-exports-admin',
  // Not in Zulip.
  'audit-log',
] as const
export type OrganizationPage = (typeof organizationPages)[number]

export const helpPages = [
  'keyboard-shortcuts',
  'message-formatting',
  'search-operators',
  'about-zulip',
] as const
export type HelpPage = (typeof helpPages)[number]

export const plainViews = [
  'inbox',
  'recent',
  'drafts',
  'scheduled',
  'reminders',
  // Not in Zulip.
  'to-answer',
  'asked',
  'invite',
  'catch-up',
  'places',
  'moderation',
] as const

export const channelsPages = ['subscribed', 'available', 'all', 'new'] as const
export const channelPages = ['general', 'personal', 'permissions', 'subscribers'] as const
export const groupsPages = ['your', 'all', 'new'] as const
export const groupPages = ['general', 'members', 'permissions'] as const

/** A place where people have rights: the organization, a channel, a group. */
export type RightsPlace =
  | { readonly kind: 'organization' }
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'group'; readonly groupId: number }

/** People who do not exist, one of each kind: looked at to see what their kind may do. */
export const imaginedNames = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'newcomer',
  'guest',
  'without-account',
] as const

/** Whose rights are looked at: the reader's, those of somebody by id, or of somebody who is imagined. */
export type RightsOf = 'me' | number | (typeof imaginedNames)[number]

/** All that an address can name. */
export type View =
  /** No address: what the reader chose as home (`web_home_view`). */
  | { readonly kind: 'home' }
  | { readonly kind: (typeof plainViews)[number] }
  | { readonly kind: 'conversation'; readonly conversation: Conversation; readonly at?: At }
  /** The messages of a channel; without one, those of all conversations. */
  | { readonly kind: 'feed'; readonly channelId?: number; readonly at?: At }
  /** The list of a channel's topics. */
  | { readonly kind: 'topics'; readonly channelId: number }
  /** A topic that is to begin in a channel. */
  | { readonly kind: 'new topic'; readonly channelId: number }
  /** A conversation with people who are still to be chosen. */
  | { readonly kind: 'new direct' }
  | { readonly kind: 'search'; readonly terms: readonly Term[]; readonly at?: At }
  | {
      readonly kind: 'channels'
      readonly page: (typeof channelsPages)[number]
      /** Only the channels of this folder; null for those without one. */
      readonly folderId?: number | null
    }
  | { readonly kind: 'channel'; readonly channelId: number; readonly page: (typeof channelPages)[number] }
  | { readonly kind: 'groups'; readonly page: (typeof groupsPages)[number] }
  | { readonly kind: 'group'; readonly groupId: number; readonly page: (typeof groupPages)[number] }
  /** Somebody's page: their profile, unless another page is named. */
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly page?: 'manage'
    }
  /** The settings of a bot. */
  | { readonly kind: 'bot'; readonly botId: number }
  | { readonly kind: 'settings'; readonly page: SettingsPage }
  | { readonly kind: 'organization'; readonly page: OrganizationPage }
  /** Rights of somebody in a place, and why not. `deed` is the one that was asked about. */
  | {
      readonly kind: 'rights'
      readonly place: RightsPlace
      readonly of: RightsOf
      readonly deed?: string
    }
  | { readonly kind: 'help'; readonly page: HelpPage }
  /** An address that cannot be read, or that names a channel or person that nobody knows. */
  | { readonly kind: 'unreadable'; readonly address: string }

/** The views that show messages. */
export type MessageView = Extract<View, { kind: 'conversation' | 'feed' | 'search' }>

/** Finds the view that terms describe: a conversation, a feed, or a search. */
export function viewOfTerms(given: readonly Term[]): MessageView {
  const places = new Map(given.filter(isPlace).map((term) => [term.operator, term.operand]))
  const at = placeOf(places)
  const terms = given.filter((term) => !isPlace(term))
  const [first, second] = terms
  const rest = at ? { at } : {}
  if (!first) return { kind: 'feed', ...rest }
  if (terms.length === 1 && !first.negated) {
    if (first.operator === 'channel') return { kind: 'feed', channelId: first.operand as number, ...rest }
    if (first.operator === 'dm') {
      const conversation: Conversation = { kind: 'direct', userIds: first.operand as number[] }
      return { kind: 'conversation', conversation, ...rest }
    }
  }
  if (terms.length === 2 && !first.negated && !second?.negated) {
    const channel = terms.find(({ operator }) => operator === 'channel')
    const topic = terms.find(({ operator }) => operator === 'topic')
    if (channel && topic) {
      const conversation: Conversation = {
        kind: 'topic',
        channelId: channel.operand as number,
        topic: topic.operand as string,
      }
      return { kind: 'conversation', conversation, ...rest }
    }
  }
  return { kind: 'search', terms, ...rest }
}

const isPlace = ({ operator, negated }: Term) =>
  !negated && (operator === 'near' || operator === 'with' || operator === 'date')

function placeOf(places: ReadonlyMap<string, Term['operand']>): At | undefined {
  const near = places.get('near')
  if (typeof near === 'number') return { near }
  const following = places.get('with')
  if (typeof following === 'number') return { with: following }
  const date = places.get('date')
  return typeof date === 'string' ? { date } : undefined
}

/** The terms of a view that choose messages: the `narrow` for GET /messages. The place is the anchor instead. */
export function termsOf(view: MessageView): Term[] {
  const following: Term[] = view.at && 'with' in view.at ? [{ operator: 'with', operand: view.at.with }] : []
  return [...conditionsOf(view), ...following]
}

function conditionsOf(view: MessageView): readonly Term[] {
  switch (view.kind) {
    case 'search':
      return view.terms
    case 'feed':
      return view.channelId === undefined ? [] : [{ operator: 'channel', operand: view.channelId }]
    case 'conversation': {
      const { conversation } = view
      if (conversation.kind === 'direct') return [{ operator: 'dm', operand: [...conversation.userIds] }]
      return [
        { operator: 'channel', operand: conversation.channelId },
        { operator: 'topic', operand: conversation.topic },
      ]
    }
  }
}
