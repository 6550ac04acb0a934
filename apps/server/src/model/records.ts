import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'

/** A linkifier, in the order in which they apply. */
export interface LinkifierRecord {
  readonly id: number
  readonly pattern: string
  readonly urlTemplate: string
  readonly reverseTemplate: string | null
  readonly exampleInput: string | null
  readonly alternativeUrlTemplates: readonly string[]
}

export interface PlaygroundRecord {
  readonly id: number
  readonly name: string
  readonly pygmentsLanguage: string
  readonly urlTemplate: string
}

/** A domain whose addresses may join. */
export interface DomainRecord {
  readonly id: number
  /** Lower case. */
  readonly domain: string
  readonly allowSubdomains: boolean
}

/** The pictures that an organization can have. */
export type OrganizationPicture = 'icon' | 'logo' | 'nightLogo'

/** An organization as the directory holds it; times are UNIX seconds. */
export interface OrganizationRecord {
  readonly id: number
  readonly uuid: string
  readonly subdomain: string
  readonly name: string
  /** Markdown. */
  readonly description: string
  readonly createdAt: number
  readonly deactivatedAt: number | null
  readonly deletionAt: number | null
  readonly settings: OrganizationSettings
  /** When a demo organization goes by itself; null for all others. */
  readonly demoDeletionAt: number | null
  /** Version of each uploaded picture; 0 when there is none. */
  readonly pictures: Readonly<Record<OrganizationPicture, number>>
  readonly linkifiers: readonly LinkifierRecord[]
  readonly playgrounds: readonly PlaygroundRecord[]
  readonly domains: readonly DomainRecord[]
  /** Whether mobile notifications can be sent, and the UNIX seconds at which the push service says that ends. */
  readonly push: { readonly state: 'off' | 'on' | 'refused'; readonly until: number | null }
}

export interface UserRecord {
  readonly id: number
  readonly organizationId: number
  /** API email address. */
  readonly email: string
  /** Real email address. */
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
  readonly isFullMember: boolean
  /** Null for people. */
  readonly botType: number | null
  readonly botOwnerId: number | null
  readonly apiKey: string
  readonly timezone: string
  /** `G` for gravatar, `U` for an uploaded picture. */
  readonly avatarSource: string
  readonly avatarVersion: number
  readonly createdAt: number
  readonly joinedAt: number
  readonly isImportedStub: boolean
  readonly isDeleted: boolean
  /** Made over the API or imported, and never signed in since. */
  readonly awaitsLogin: boolean
  /** Whether the user may create users over the API. */
  readonly canCreateUsers: boolean
  /** Whether the user may change the email addresses of others over the API. */
  readonly canChangeUserEmails: boolean
  /** What differs from the built-in settings; read by `settingOf`. */
  readonly settings: Partial<UserSettings>
}

export interface GroupRecord {
  readonly id: number
  /** `role:…` for system groups. */
  readonly name: string
  readonly description: string
  readonly isSystem: boolean
  readonly isDeactivated: boolean
  readonly creatorId: number | null
  readonly createdAt: number | null
  /** Direct members; of system groups nobody, because their members follow from the roles. */
  readonly members: ReadonlySet<number>
  readonly subgroups: ReadonlySet<number>
  readonly settings: Readonly<Record<string, GroupSetting>>
}

export interface ChannelRecord {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number | null
  readonly createdAt: number
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  readonly isDefault: boolean
  readonly historyPublic: boolean
  /** Days; null inherits, -1 is for ever. */
  readonly messageRetentionDays: number | null
  readonly folderId: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly defaultPushNotifications: boolean
  readonly settings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
  /** Messages of the last four weeks, as last counted. */
  readonly recentMessages: number
  /** Whether something was sent in the last half year, as last counted. */
  readonly isRecentlyActive: boolean
}

/** A custom emoji. */
export interface EmojiRecord {
  readonly id: number
  readonly name: string
  readonly authorId: number
  readonly isDeactivated: boolean
  /** Address of the picture, on this server. */
  readonly sourceUrl: string
  /** Address of its first frame; null where it does not move. */
  readonly stillUrl: string | null
}
