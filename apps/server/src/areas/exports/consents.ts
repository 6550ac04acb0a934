import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/** Tells whether a user lets administrators export their private data. */
export const hasConsented = (user: UserRecord): boolean => settingOf(user, 'allow_private_data_export')

const activePeople = ({ users }: OrganizationDirectory): UserRecord[] =>
  [...users.values()].filter((user) => user.isActive && user.botType === null)

/** The active people who consent. */
export const consentingUsers = (directory: OrganizationDirectory): UserRecord[] =>
  activePeople(directory).filter(hasConsented)

/** Consent of every active person. */
export const listConsents = (directory: OrganizationDirectory) =>
  activePeople(directory).map((user) => ({
    user_id: user.id,
    consented: hasConsented(user),
    email_address_visibility: settingOf(user, 'email_address_visibility'),
  }))
