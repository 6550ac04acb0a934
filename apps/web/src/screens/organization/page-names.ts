import type { OrganizationPage } from '@tagma/contract/address.ts'

/** The pages of the organization that this client has, in the order of their menu. */
export const pageSections = [
  ['whole', ['organization-profile', 'organization-settings', 'organization-permissions']],
  [
    'people',
    [
      'auth-methods',
      'users/active',
      'users/deactivated',
      'users/invitations',
      'default-channels-list',
      'organization-level-user-defaults',
      'bots',
      'profile-field-settings',
    ],
  ],
  ['messages', ['emoji-settings', 'linkifier-settings', 'playground-settings']],
  ['data', ['data-exports-admin', 'audit-log']],
] as const satisfies readonly (readonly [name: string, pages: readonly OrganizationPage[]])[]
