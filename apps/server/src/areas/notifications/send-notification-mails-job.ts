import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { Job } from '#jobs/job.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { findMessages } from '#store/messages/messages.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import {
  takeWaitingEmails,
  usersWithDueEmail,
  waitingEmailsOf,
} from '#store/notifying/waiting-email-notifications.ts'
import { hasAccountElsewhere } from '#store/people/users.ts'
import { loadReadState } from '#store/reading/read-state.ts'
import { notificationMails } from './notification-mail.ts'
import { unsubscribeLink } from './unsubscribe-page.ts'

/** Writes mails about all messages that wait for a user, when the first of them has waited long enough. */
export const sendNotificationMailsJob: Job = {
  name: 'send-notification-mails',
  everySeconds: 5,
  once: true,
  awaits: 'waiting_email_notifications',
  async run(services, organizationId) {
    const due = await usersWithDueEmail(
      services.data.db,
      organizationId,
      Math.floor(services.time.clock.now() / 1000),
    )
    if (due.length === 0) return
    const directory = await services.data.directories.get(organizationId)
    for (const userId of due) await writeMails(services, directory, userId)
  },
}

async function writeMails(services: Services, directory: OrganizationDirectory, userId: number) {
  const {
    config,
    data: { db },
  } = services
  const { organization } = directory
  const user = directory.users.get(userId)
  const ids = (await waitingEmailsOf(db, userId)).map((row) => row.message_id)
  const messages = [...(await findMessages(db, ids)).values()].toSorted((a, b) => a.id - b.id)
  const conversations = [...new Set(messages.map((row) => row.conversation_id))]
  const readState = await loadReadState(db, userId, conversations)
  const unread = messages.filter((row) => !readState.hasRead(row, 0))
  const participants = await participantsOf(db, conversations)
  const hasOtherAccounts = user !== undefined && (await hasAccountElsewhere(db, user))
  const url = organizationUrl(config, organization)
  await services.data.transact(organization.id, async (tx) => {
    const taken = await takeWaitingEmails(tx, userId, ids)
    const news = unread.filter((row) => taken.has(row.id))
    if (user?.isActive !== true || user.deliveryEmail === '') return
    const unsubscribe = unsubscribeLink(url, user, 'notifications')
    const context = { directory, url, user, participants, unsubscribe, hasOtherAccounts }
    for (const mail of notificationMails(context, news)) await insertMail(tx, mail)
  })
}
