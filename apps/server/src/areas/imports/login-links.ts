import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertPasswordReset } from '#store/people/password-resets.ts'
import { peopleWithoutPassword } from '#store/people/users.ts'

/** A link with which somebody sets a password, once. */
export interface LoginLink {
  readonly email: string
  readonly name: string
  readonly link: string
}

/** People may be on holiday: the links last for two weeks. In seconds. */
const validity = 14 * 24 * 3600

/** Makes links for the active people of a directory who have no password. They work when `keepLinks` has committed. */
export async function makeLoginLinks(
  { data: { db }, time: { random } }: Uses<'db' | 'random'>,
  directory: OrganizationDirectory,
  address: string,
): Promise<{ links: LoginLink[]; keepLinks(tx: Tx): Promise<void> }> {
  const without = await peopleWithoutPassword(db, directory.organization.id)
  const people = [...directory.users.values()].filter(
    (user) => user.isActive && user.botType === null && without.has(user.id),
  )
  const tokens = people.map(({ id }) => ({ id, token: random.token(32) }))
  return {
    links: people.map(({ deliveryEmail, fullName }, index) => ({
      email: deliveryEmail,
      name: fullName,
      link: `${address}/accounts/password/reset/${tokens[index]?.token ?? ''}`,
    })),
    async keepLinks(tx) {
      for (const { id, token } of tokens) await insertPasswordReset(tx, id, token, tx.now + validity)
    },
  }
}
