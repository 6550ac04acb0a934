import { organizationUrl } from '#areas/organization/organization-url.ts'
import type { Job } from '#jobs/job.ts'
import { participantsOf } from '#store/conversations.ts'
import { findMessages } from '#store/messages.ts'
import { insertMail } from '#store/outgoing-mail.ts'
import { loadReadState } from '#store/read-state.ts'
import { takeWaitingEmails, usersWithDueEmail, waitingEmailsOf } from '#store/waiting-email-notifications.ts'
import { notificationMail } from './notification-mail.ts'
import { unsubscribeLink } from './unsubscribe-page.ts'

/** Writes one mail for all that has waited for a user, when the first of it has waited long enough. */
export const sendNotificationMailsJob: Job = {
  name: 'send-notification-mails',
  everySeconds: 5,
  once: true,
  async run(services, organizationId) {
    const { db, clock, config } = services
    const due = await usersWithDueEmail(db, organizationId, Math.floor(clock.now() / 1000))
    if (due.length === 0) return
    const directory = await services.directories.get(organizationId)
    const url = organizationUrl(config, directory.organization)
    for (const userId of due) {
      const waiting = await waitingEmailsOf(db, userId)
      const messages = await findMessages(
        db,
        waiting.map((row) => row.message_id),
      )
      const conversations = [...new Set([...messages.values()].map((row) => row.conversation_id))]
      const readState = await loadReadState(db, userId, conversations)
      const unread = [...messages.values()].filter((row) => !readState.hasRead(row, 0))
      const participants = await participantsOf(db, conversations)
      const user = directory.users.get(userId)
      await services.transact(organizationId, async (tx) => {
        const taken = await takeWaitingEmails(
          tx,
          userId,
          waiting.map((row) => row.message_id),
        )
        const news = unread.filter((row) => taken.has(row.id))
        if (user?.isActive === true && news.length > 0)
          await insertMail(
            tx,
            notificationMail(directory, url, user, news, participants, unsubscribeLink(url, user)),
          )
      })
    }
  },
}
