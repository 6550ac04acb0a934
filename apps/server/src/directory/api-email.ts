import { type UserSettings, emailVisibilities } from '@tagma/contract/settings/user-settings.ts'

/** Top-level domain of addresses that never reach anybody (RFC 2606), so that they outlive a change of host names. */
const fakeDomain = 'tagma.invalid'

/** The address that is made up for a user. */
export const fakeEmail = (id: number) => `user${id}@${fakeDomain}`

/**
 * The email address that the API names a user by: the real one where everybody may see it, otherwise one that is made
 * up of the id and works for signing in and for addressing them all the same.
 */
export function apiEmail(
  user: { readonly id: number; readonly deliveryEmail: string; readonly botType: number | null },
  visibility: UserSettings['email_address_visibility'],
): string {
  return visibility === emailVisibilities.everyone || user.botType !== null
    ? user.deliveryEmail
    : fakeEmail(user.id)
}

/** The id inside a made-up address. */
export function idInFakeEmail(email: string): number | undefined {
  const [, id, domain] = /^user(\d{1,15})@(.+)$/i.exec(email) ?? []
  return id === undefined || domain?.toLowerCase() !== fakeDomain ? undefined : Number(id)
}
