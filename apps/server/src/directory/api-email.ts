import { type UserSettings, emailVisibilities } from '@tagma/contract/settings/user-settings.ts'

/** Top-level domain of made-up addresses: it never reaches anybody (RFC 2606), and outlives a change of host names. */
const fakeDomain = 'tagma.invalid'

/** Makes up the address of a user. */
export const fakeEmail = (id: number) => `user${id}@${fakeDomain}`

/**
 * Email address of a user in the API: the real one if everybody may see it, else one made up from the id. A made-up
 * address works for signing in and for addressing its user.
 */
export function apiEmail(
  user: { readonly id: number; readonly deliveryEmail: string; readonly botType: number | null },
  visibility: UserSettings['email_address_visibility'],
): string {
  return visibility === emailVisibilities.everyone || user.botType !== null
    ? user.deliveryEmail
    : fakeEmail(user.id)
}

/** Returns the id inside a made-up address. */
export function idInFakeEmail(email: string): number | undefined {
  const [, id, domain] = /^user(\d{1,15})@(.+)$/i.exec(email) ?? []
  return id === undefined || domain?.toLowerCase() !== fakeDomain ? undefined : Number(id)
}
