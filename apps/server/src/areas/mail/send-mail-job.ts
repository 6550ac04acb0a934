import type { Job } from '#jobs/job.ts'
import { deleteMail, hasDueMail, postponeMail, takeDueMail } from '#store/outgoing-mail.ts'

const batch = 20
/** How long a process may take over its batch before another one tries. In seconds. */
const lease = 600
/** After this many seconds without success a mail is given up. */
const patience = 3 * 24 * 3600

/** Hands waiting mail to the mail server; what fails is tried again, ever less often, for three days. */
export const sendMailJob: Job = {
  name: 'send-mail',
  everySeconds: 2,
  once: true,
  async run(services, organizationId) {
    const { log, mailer } = services
    if (!(await hasDueMail(services.db, organizationId, Math.floor(services.clock.now() / 1000)))) return
    const due = await services.transact(organizationId, (tx) => takeDueMail(tx, batch, lease))
    for (const { id, attempts, createdAt, ...mail } of due) {
      try {
        await mailer.send(mail)
      } catch (error) {
        await services.transact(organizationId, async (tx) => {
          const wait = Math.min(60 * 2 ** attempts, 4 * 3600)
          if (tx.now - createdAt < patience) await postponeMail(tx, id, attempts + 1, tx.now + wait)
          else await deleteMail(tx, id)
        })
        log.warn({ err: error, subject: mail.subject, attempts: attempts + 1 }, 'A mail could not be sent.')
        continue
      }
      await services.transact(organizationId, (tx) => deleteMail(tx, id))
    }
  },
}
