/** Key of a thing in the source, unique among things of its kind. References are keys. */
export type Key = number | string

/** Members of a permission: a group, or people and groups by themselves. */
export type GroupValue = Key | { readonly direct_members: Key[]; readonly direct_subgroups: Key[] }

/** The people of a direct conversation, or a channel with a topic. */
export type Place = { readonly channel: Key; readonly topic: string } | { readonly people: readonly Key[] }

/** The organization: the first record. */
export interface OrganizationRecord {
  readonly t: 'organization'
  readonly key: Key
  readonly name: string
  readonly subdomain: string
  readonly description: string
  /** UNIX seconds, as all times of records. */
  readonly createdAt: number
  /** Settings under the names of the contract. The loader checks their values. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, GroupValue>>
  readonly userDefaults: Readonly<Record<string, unknown>>
}

/** A bot of the system itself: what it wrote goes to the bot of this server with the same address. */
export interface SystemBotRecord {
  readonly t: 'system_bot'
  readonly key: Key
  readonly email: string
}

/** A picture of the organization. */
export interface PictureRecord {
  readonly t: 'picture'
  readonly picture: 'icon' | 'logo' | 'nightLogo'
  /** Name of the file in the archive, as in all records. */
  readonly file: string
}

/** A custom emoji. Reactions and statuses have its key as their code. */
export interface EmojiRecord {
  readonly t: 'emoji'
  readonly key: Key
  readonly name: string
  readonly author: Key | null
  readonly isDeactivated: boolean
  readonly file: string
}

/** A file that somebody uploaded. */
export interface UploadRecord {
  readonly t: 'upload'
  /** The part of its address after `/user_uploads/`. */
  readonly path: string
  readonly name: string
  /** As its uploader claims; empty if nobody knows. */
  readonly contentType: string
  readonly owner: Key | null
  readonly createdAt: number
  readonly file: string
  /** Bytes of the file. */
  readonly size: number
  /** In hexadecimal; null if the source does not tell. */
  readonly md5: string | null
}

/** Texts that become links. Linkifiers apply in the order of their records. */
export interface LinkifierRecord {
  readonly t: 'linkifier'
  readonly pattern: string
  readonly urlTemplate: string
  readonly reverseTemplate: string | null
  readonly exampleInput: string | null
  readonly alternativeUrlTemplates: readonly string[]
}

/** A place that runs code of messages. */
export interface PlaygroundRecord {
  readonly t: 'playground'
  readonly name: string
  readonly language: string
  readonly urlTemplate: string
}

/** A folder of channels. The records come in the order of the folders. */
export interface FolderRecord {
  readonly t: 'folder'
  readonly key: Key
  readonly name: string
  readonly description: string
  readonly creator: Key | null
  readonly createdAt: number
  readonly isArchived: boolean
}

/** A domain whose addresses may join. */
export interface DomainRecord {
  readonly t: 'domain'
  readonly domain: string
  readonly allowSubdomains: boolean
}

export interface PersonRecord {
  readonly t: 'person'
  readonly key: Key
  readonly email: string
  readonly name: string
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number
  readonly isActive: boolean
  /** True for somebody who is known only because others named them. */
  readonly isStub: boolean
  /** As in `botTypes` of the contract; null for people. */
  readonly botType: number | null
  readonly owner: Key | null
  readonly timezone: string
  readonly joinedAt: number
  readonly avatar: {
    /** `U` for a picture of their own, `G` for Gravatar, `J` for one that is drawn. */
    readonly source: string
    readonly file: string | null
  }
  readonly settings: Readonly<Record<string, unknown>>
}

/** A user group; with a name like `role:members` a group of the system, which has no members of its own. */
export interface GroupRecord {
  readonly t: 'group'
  readonly key: Key
  readonly name: string
  readonly description: string
  readonly creator: Key | null
  readonly createdAt: number | null
  readonly isDeactivated: boolean
  readonly members: readonly Key[]
  readonly subgroups: readonly Key[]
  readonly permissions: Readonly<Record<string, GroupValue>>
}

export interface ChannelRecord {
  readonly t: 'channel'
  readonly key: Key
  readonly name: string
  readonly description: string
  readonly creator: Key | null
  readonly createdAt: number
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  readonly isDefault: boolean
  readonly folder: Key | null
  readonly historyPublic: boolean
  readonly retentionDays: number | null
  readonly topicsPolicy: string
  readonly permissions: Readonly<Record<string, GroupValue>>
}

export interface SubscriptionRecord {
  readonly t: 'subscription'
  readonly person: Key
  readonly channel: Key
  readonly isActive: boolean
  readonly color: string
  readonly isMuted: boolean
  readonly isPinned: boolean
  /** Null inherits the personal setting, as in the four after it. */
  readonly desktop: boolean | null
  readonly email: boolean | null
  readonly push: boolean | null
  readonly sound: boolean | null
  readonly wildcard: boolean | null
}

/** A field of people's profiles. The records come in the order of the fields. */
export interface ProfileFieldRecord {
  readonly t: 'profile_field'
  readonly key: Key
  readonly name: string
  /** As in `profileFieldTypes` of the contract. */
  readonly type: number
  readonly hint: string
  /** JSON, or empty. */
  readonly data: string
  readonly isInSummary: boolean
  readonly isRequired: boolean
  readonly isEditableByUser: boolean
  readonly isForMatching: boolean
}

export interface ProfileValueRecord {
  readonly t: 'profile_value'
  readonly person: Key
  readonly field: Key
  /** Of people, a JSON list of keys. */
  readonly value: string
}

/** How a topic is treated for somebody. */
export interface TopicPolicyRecord {
  readonly t: 'topic_policy'
  readonly person: Key
  readonly channel: Key
  readonly topic: string
  /** As in `visibilityPolicies` of the contract. */
  readonly policy: number
  readonly at: number
}

export interface MutedPersonRecord {
  readonly t: 'muted_person'
  readonly person: Key
  readonly muted: Key
  readonly at: number
}

export interface AlertWordRecord {
  readonly t: 'alert_word'
  readonly person: Key
  readonly word: string
}

export interface SnippetRecord {
  readonly t: 'snippet'
  readonly person: Key
  readonly title: string
  readonly content: string
  readonly createdAt: number
}

export interface StatusRecord {
  readonly t: 'status'
  readonly person: Key
  readonly text: string
  readonly emoji: { readonly type: string; readonly code: string; readonly name: string } | null
}

/** A view in somebody's navigation. */
export interface ViewRecord {
  readonly t: 'view'
  readonly person: Key
  readonly fragment: string
  readonly isPinned: boolean
  readonly name: string | null
}

/** When somebody was last there. The records come in the order of these times. */
export interface PresenceRecord {
  readonly t: 'presence'
  readonly person: Key
  readonly activeAt: number
  readonly seenAt: number
}

/** A message or reminder that is still to be sent. */
export interface ScheduledRecord {
  readonly t: 'scheduled'
  readonly person: Key
  readonly place: Place
  readonly content: string
  readonly client: string
  readonly deliverAt: number
  /** Reason of the failure; null before the first attempt. */
  readonly failure: string | null
  readonly isReadBySender: boolean
  /** The message of a reminder, and the note; null for a message. */
  readonly reminder: { readonly message: number; readonly note: string } | null
}

/** Channels, services and storage of a bot. */
export interface BotRecord {
  readonly t: 'bot'
  readonly person: Key
  readonly sendingChannel: Key | null
  readonly eventsChannel: Key | null
  readonly allPublicChannels: boolean
  /** Addresses that an outgoing webhook calls. */
  readonly services: readonly { readonly url: string; readonly interface: number; readonly token: string }[]
  /** Name and configuration of an embedded bot; null for others. */
  readonly embedded: { readonly name: string; readonly config: Readonly<Record<string, string>> } | null
  readonly storage: readonly (readonly [key: string, value: string])[]
}

/** Own choices of people, beside their settings. */
export type PersonalRecord =
  | TopicPolicyRecord
  | MutedPersonRecord
  | AlertWordRecord
  | SnippetRecord
  | StatusRecord
  | ViewRecord
  | PresenceRecord
  | ScheduledRecord
  | BotRecord

export type FlagName =
  | 'starred'
  | 'collapsed'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word'
  | 'ownUnread'

/** A change of a message's text or place. A part that did not change is null. */
export interface ChangeRecord {
  readonly at: number
  /** Null if nobody knows who made it. */
  readonly person: Key | null
  readonly formerContent: string | null
  readonly topic: { readonly from: string; readonly to: string } | null
  readonly channel: { readonly from: Key; readonly to: Key } | null
}

export interface MessageRecord {
  readonly t: 'message'
  /** Ascends from each message to the next. */
  readonly key: number
  readonly place: Place
  readonly sender: Key
  readonly sentAt: number
  readonly client: string
  readonly content: string
  readonly editedAt: number | null
  readonly movedAt: number | null
  /** The newest first. */
  readonly changes: readonly ChangeRecord[]
  /** Paths of the uploads that everybody who reads it may open. */
  readonly uploads: readonly string[]
  readonly reactions: readonly {
    readonly person: Key
    readonly type: string
    readonly code: string
    readonly name: string
  }[]
  readonly flags: readonly (readonly [person: Key, flags: readonly FlagName[]])[]
}

/** The messages of a channel that somebody received: keys above `after`, up to `until`; null for ever. */
export interface ReceivedRecord {
  readonly t: 'received'
  readonly person: Key
  readonly channel: Key
  readonly spans: readonly (readonly [after: number, until: number | null])[]
}

/** Stretches of a conversation that somebody has not read, ends included. All else is read. */
export interface UnreadRecord {
  readonly t: 'unread'
  readonly person: Key
  readonly place: Place
  readonly stretches: readonly (readonly [from: number, to: number])[]
}

/**
 * All that a source can tell, in this order: the organization with its pictures and rules, emoji, bots of the system,
 * people, groups, channels, subscriptions, profiles, what people have set up, uploads, messages, and then who received
 * and who has not read them.
 */
export type ImportRecord =
  | OrganizationRecord
  | PictureRecord
  | EmojiRecord
  | LinkifierRecord
  | DomainRecord
  | PlaygroundRecord
  | FolderRecord
  | SystemBotRecord
  | PersonRecord
  | GroupRecord
  | ChannelRecord
  | SubscriptionRecord
  | ProfileFieldRecord
  | ProfileValueRecord
  | PersonalRecord
  | UploadRecord
  | MessageRecord
  | ReceivedRecord
  | UnreadRecord
