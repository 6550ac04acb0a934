import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'

/** A linkifier; the list has them in the order in which they apply. */
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

/** A domain; people with an address there may join. */
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
  /** UNIX seconds at which a demo organization is deleted; null for all others. */
  readonly demoDeletionAt: number | null
  /** Version of each uploaded picture; 0 without a picture. */
  readonly pictures: Readonly<Record<OrganizationPicture, number>>
  readonly linkifiers: readonly LinkifierRecord[]
  readonly playgrounds: readonly PlaygroundRecord[]
  readonly domains: readonly DomainRecord[]
  /** State of mobile notifications; `until` is the UNIX seconds at which the push service says they end. */
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
  /** Null for humans. */
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
  /** True for an account that was made over the API or by an import, until its first sign-in. */
  readonly awaitsLogin: boolean
  /** UNIX seconds since which the organization asks the person for a second step; null while it does not. */
  readonly secondStepSince: number | null
  /** True if the API key was made with a second step. */
  readonly keyHasStep: boolean
  /** 1 if the user may create users over the API. */
  readonly canCreateUsers: boolean
  /** True if the user may change others' email addresses over the API. */
  readonly canChangeUserEmails: boolean
  /** Settings that differ from the built-in ones; read them by `settingOf`. */
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
  /** Direct members. Empty for system groups: their members follow from the roles. */
  readonly members: ReadonlySet<number>
  readonly subgroups: ReadonlySet<number>
  readonly settings: Readonly<Record<string, GroupSetting>>
  /** Whoever decides on the members: `scim:` and the id of a SCIM client, `idp:` and the name of a sign-in service, or `ldap`; null where people do. */
  readonly managedBy: string | null
  /** Id of the group at that client; null without one. */
  readonly externalId: string | null
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
  /** Days; null inherits the organization's, -1 keeps messages for ever. */
  readonly messageRetentionDays: number | null
  readonly folderId: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly defaultPushNotifications: boolean
  /** True if tools for agents act as if the channel did not exist. */
  readonly isHiddenFromAgents: boolean
  readonly settings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
  /** Messages of the last four weeks, at the last count. */
  readonly recentMessages: number
  /** True if something was sent in the last half year, at the last count. */
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
  /** Address of its first frame; null for a picture that does not move. */
  readonly stillUrl: string | null
}
