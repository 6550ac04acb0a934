import { roles } from '@tagma/contract/objects/user.ts'
import type { Config } from '#config/config.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** Whether people without an account may read the web-public channels: both the server and the organization say so. */
export const letsSpectatorsIn = (
  { organization }: OrganizationDirectory,
  { allowsWebPublicChannels }: Pick<Config, 'allowsWebPublicChannels'>,
): boolean =>
  allowsWebPublicChannels &&
  organization.settings.enable_spectator_access &&
  organization.deactivatedAt === null

/** The id that no user has. */
const nobody = 0

/**
 * Stands for whoever calls without an account: a guest who is in no channel and no group, took part in nothing and has
 * the settings that new users start with. No row ever names them.
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

/** Whether people without an account may read a channel, where they may read any. */
export const isOpenToSpectators = ({ isWebPublic, isArchived, historyPublic }: ChannelRecord): boolean =>
  isWebPublic && !isArchived && historyPublic
