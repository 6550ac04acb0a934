import { isOwner } from '@tagma/rules/roles.ts'
import type { Uses } from '#call/services.ts'
import { listOrganizations } from '#store/organization/organizations.ts'

/** Most owners to tell in one organization. */
const mostTold = 20

/**
 * Tells the owners of all organizations by mail that the database is damaged. The mails do not use the outbox, because
 * it is in the database. Failed reads and mails are logged.
 */
export async function tellOfDamage(
  {
    log,
    time: { processId },
    data: { db, directories },
    outside: { mailer },
  }: Uses<'db' | 'directories' | 'mailer' | 'log' | 'processId'>,
  damage: string,
): Promise<void> {
  try {
    for (const { id } of await listOrganizations(db)) {
      const { organization, users } = await directories.get(id)
      const owners = [...users.values()].filter(
        (user) => isOwner(user) && user.isActive && user.botType === null,
      )
      for (const owner of owners.slice(0, mostTold)) {
        const mail = {
          to: owner.deliveryEmail,
          subject: `The database of ${organization.name} is damaged`,
          text: `Hello!

The database file of the server on which ${organization.name} chats is damaged: ${damage}

The server still shows all that it can read. It accepts nothing new, so that no more is lost. Its administrator has to restore a backup, or save the readable part with "tagma salvage". The guide says how, under "Crash safety". Have the disk checked too.`,
        }
        await mailer.send(mail, `damage-${processId}-${owner.id}`)
      }
    }
  } catch (err) {
    log.error({ err }, 'Not all owners could be told by mail that the database is damaged.')
  }
}
