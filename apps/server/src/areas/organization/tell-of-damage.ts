import { isOwner } from '@tagma/rules/roles.ts'
import type { Uses } from '#call/services.ts'
import { languageOf } from '#directory/language-of.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { wordsFor, type WordId } from '#words/words.ts'

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
        const words = (word: WordId) =>
          wordsFor(languageOf(owner), word, { organization: organization.name, damage })
        const mail = {
          to: owner.deliveryEmail,
          subject: words('mail.damage.subject'),
          text: [words('mail.hello'), words('mail.damage.said'), words('mail.damage.cure')].join('\n\n'),
        }
        await mailer.send(mail, `damage-${processId}-${owner.id}`)
      }
    }
  } catch (err) {
    log.error({ err }, 'Not all owners could be told by mail that the database is damaged.')
  }
}
