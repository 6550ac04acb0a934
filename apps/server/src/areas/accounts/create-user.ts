import type { Role } from '@tagma/contract/objects/user.ts'
import { initialUserSettings, type UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { isFullMemberAt } from '@tagma/rules/full-member.ts'
import { tellSystemGroups } from '#areas/groups/tell-system-groups.ts'
import { apiEmail } from '#directory/api-email.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Random } from '#ports/random.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertUser, updateUser } from '#store/people/users.ts'

export interface NewAccount {
  readonly email: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly botType?: number
  readonly botOwnerId?: number | null
  /** True for the first owner of an organization, who gets the permissions that no role brings. */
  readonly hasEveryPermission?: boolean
  /** True when others make the account: it counts as joined at the first sign-in. */
  readonly awaitsLogin?: boolean
  /** Language of the account; by default that of the organization. */
  readonly language?: string | undefined
}

/**
 * Adds a user and tells everybody. The caller has checked that the address is free. If two calls use one address at
 * once, the unique index of the database lets one of them fail.
 */
export async function createUser(
  tx: Tx,
  directory: OrganizationDirectory,
  random: Random,
  account: NewAccount,
): Promise<UserRecord> {
  const { settings } = directory.organization
  const isFullMember = isFullMemberAt(directory, { role: account.role, joinedAt: tx.now }, tx.now)
  const user = {
    email: account.email,
    deliveryEmail: account.email,
    fullName: account.fullName,
    role: account.role,
    isFullMember,
    botType: account.botType ?? null,
    botOwnerId: account.botOwnerId ?? null,
    apiKey: random.token(32),
    passwordHash: account.passwordHash,
    settings: initialSettings(directory, account),
    canCreateUsers: account.hasEveryPermission ?? false,
    canChangeUserEmails: account.hasEveryPermission ?? false,
    awaitsLogin: account.awaitsLogin ?? false,
    avatarSource: settings.default_avatar_source,
  }
  const id = await insertUser(tx, user)
  const email = apiEmail(
    { id, deliveryEmail: user.deliveryEmail, botType: user.botType },
    user.settings.email_address_visibility ?? initialUserSettings.email_address_visibility,
  )
  if (email !== user.email) await updateUser(tx, id, { email })
  const record: UserRecord = {
    ...user,
    id,
    email,
    organizationId: tx.organizationId,
    isActive: true,
    timezone: '',
    avatarVersion: 1,
    createdAt: tx.now,
    joinedAt: tx.now,
    isImportedStub: false,
    isDeleted: false,
    secondStepSince: null,
    keyHasStep: false,
  }
  if (user.botType === null) tx.audit('user.created', { kind: 'user', id }, { role: user.role })
  else tx.audit('bot.created', { kind: 'user', id }, { type: user.botType, owner: user.botOwnerId })
  tx.emit({ type: 'realm_user', op: 'add', user_id: id }, { everyone: true })
  tellSystemGroups(tx, directory, undefined, record)
  return record
}

/** Settings of a new account. A bot reads nothing, so it has no language. */
function initialSettings(
  { organization }: OrganizationDirectory,
  { botType, language = organization.settings.default_language }: Pick<NewAccount, 'botType' | 'language'>,
): Partial<UserSettings> {
  const { user_settings_defaults: defaults } = organization.settings
  return botType !== undefined || language === initialUserSettings.default_language
    ? defaults
    : { ...defaults, default_language: language }
}
