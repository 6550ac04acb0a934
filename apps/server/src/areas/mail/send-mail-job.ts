import { handOver } from '#jobs/hand-over.ts'
import type { Job } from '#jobs/job.ts'
import { MailFailure } from '#ports/mailer.ts'
import { toMail } from '#store/notifying/outgoing-mail.ts'

/** In seconds. A mail server may be down over a weekend. */
const patience = { firstWait: 60, longestWait: 4 * 3600, giveUpAfter: 3 * 24 * 3600 }

/** Hands waiting mail to the mail server. Failed mail is tried again, less and less often, for three days. */
export const sendMailJob: Job = {
  name: 'send-mail',
  everySeconds: 2,
  once: true,
  awaits: 'outgoing_mail',
  isSlow: true,
  run: (services, organizationId, mayGoOn) =>
    handOver(
      services,
      organizationId,
      {
        table: 'outgoing_mail',
        batch: 50,
        width: 4,
        lease: 600,
        patience,
        send: (row) => services.outside.mailer.send(toMail(row), `${row.created_at}.${row.id}`),
        setbackOf(error) {
          if (!(error instanceof MailFailure)) return 'row'
          return error.reason === 'away' ? 'service' : error.reason === 'rejected' ? 'final' : 'row'
        },
        note({ recipient, attempts }, err, gaveUp) {
          services.log.warn(
            { err, recipient, attempts: attempts + 1 },
            gaveUp ? 'A mail was given up.' : 'A mail could not be sent; it is tried again.',
          )
        },
      },
      mayGoOn,
    ),
}
