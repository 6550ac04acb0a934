import { roles } from '@tagma/contract/objects/user.ts'
import { spectatorId } from '@tagma/rules/spectator.ts'
import type { Config } from '#config/config.ts'
import type { UserRecord } from '#model/records.ts'
import type { OrganizationDirectory } from './organization-directory.ts'

/** Tells whether spectators may read the web-public channels: both the server and the organization allow it. */
export const letsSpectatorsIn = (
  { organization }: OrganizationDirectory,
  { allowsWebPublicChannels }: Pick<Config, 'allowsWebPublicChannels'>,
): boolean =>
  allowsWebPublicChannels &&
  organization.settings.enable_spectator_access &&
  organization.deactivatedAt === null

/**
 * Stands for a caller without an account: a guest without channels, groups and messages, with the settings of new
 * users. No row ever names the spectator.
 */
export const spectatorOf = ({ organization }: OrganizationDirectory): UserRecord => ({
  id: spectatorId,
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
  secondStepSince: null,
  keyHasStep: false,
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
