import { roles } from '@tagma/contract/objects/user.ts'
import type { Config } from '#config/config.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** Tells whether spectators may read the web-public channels: both the server and the organization allow it. */
export const letsSpectatorsIn = (
  { organization }: OrganizationDirectory,
  { allowsWebPublicChannels }: Pick<Config, 'allowsWebPublicChannels'>,
): boolean =>
  allowsWebPublicChannels &&
  organization.settings.enable_spectator_access &&
  organization.deactivatedAt === null

/** An id that no user has. */
const nobody = 0

/**
 * Stands for a caller without an account: a guest without channels, groups and messages, with the settings of new
 * users. No row ever names the spectator.
 */
export const spectatorOf = ({ organization }: OrganizationDirectory): UserRecord => ({
  id: nobody,
  organizationId: organization.id,
  email: '',
  deliveryEmail: '',
  fullName: '',
  role: roles.guest,
  isActive: true,
  isFullMember: false,
  botType: null,
  botOwnerId: null,
  apiKey: '',
  timezone: '',
  avatarSource: 'G',
  avatarVersion: 1,
  createdAt: 0,
  joinedAt: 0,
  isImportedStub: false,
  isDeleted: false,
  awaitsLogin: false,
  canCreateUsers: false,
  canChangeUserEmails: false,
  settings: organization.settings.user_settings_defaults,
})

export const isSpectator = ({ id }: Pick<UserRecord, 'id'>): boolean => id === nobody

/** Tells whether spectators may read a channel, if they may read any. */
export const isOpenToSpectators = ({ isWebPublic, isArchived, historyPublic }: ChannelRecord): boolean =>
  isWebPublic && !isArchived && historyPublic
