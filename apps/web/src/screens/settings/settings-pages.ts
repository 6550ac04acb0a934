import type { SettingsPage } from '@tagma/contract/address.ts'

/** The pages of one's own settings that this client has, in the order of their menu. */
export const ownPages = [
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
] as const satisfies readonly SettingsPage[]

export type OwnPage = (typeof ownPages)[number]

export const isOwnPage = (page: SettingsPage): page is OwnPage =>
  (ownPages as readonly string[]).includes(page)
