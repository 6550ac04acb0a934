import type { Job } from '#jobs/job.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { flagNames, flagsOfMessage } from '#store/messages/message-flags.ts'
import { findMessages } from '#store/messages/messages.ts'
import { dueHeldNotifications, takeHeld } from '#store/notifying/held-notifications.ts'
import { findNotified } from '#store/notifying/notified-messages.ts'
import { AskedOnce } from './asked-once.ts'
import { carryOut } from './carry-out.ts'
import { decideForMessage } from './decide-for-message.ts'

/**
 * Notifies users who seemed to be online when a message came, but were not: a laptop was closed just before, a
 * connection was lost. A user who received the message in a client is not notified.
 */
export const releaseHeldJob: Job = {
  name: 'release-held-notifications',
  everySeconds: 5,
  once: true,
  awaits: 'held_notifications',
  async run(services, organizationId) {
    const {
      data: { db },
      time: { clock },
    } = services
    const due = await dueHeldNotifications(db, organizationId, Math.floor(clock.now() / 1000), 500)
    if (due.length === 0) return
    const directory = await services.data.directories.get(organizationId)
    const context = { services, directory, asked: new AskedOnce() }
    const messages = await findMessages(
      db,
      due.map(({ messageId }) => messageId),
    )
    for (const [messageId, held] of Map.groupBy(due, (one) => one.messageId)) {
      const row = messages.get(messageId)
      const missed = new Set(held.filter(({ isShown }) => !isShown).map(({ userId }) => userId))
      const flags = row && missed.size > 0 ? await flagsOfMessage(db, messageId) : new Map<number, number>()
      const notifications =
        row && missed.size > 0
          ? await decideForMessage(
              context,
              row,
              Object.fromEntries([...flags].map(([userId, bits]) => [userId, flagNames(bits)])),
              { only: missed, away: true },
            )
          : []
      // Phones that rang already do not ring twice.
      const rung = new Set((await findNotified(db, [messageId], [...missed])).map(({ userId }) => userId))
      const people = await participantsOf(db, row?.channel_id === 0 ? [row.conversation_id] : [])
      await services.data.transact(organizationId, async (tx) => {
        const taken = await takeHeld(
          tx,
          messageId,
          held.map(({ userId }) => userId),
        )
        const news = notifications
          .filter(({ user }) => taken.has(user.id))
          .map((one) => (rung.has(one.user.id) ? { ...one, push: undefined } : one))
        if (row && news.length > 0)
          await carryOut(tx, { services, directory }, [
            {
              kind: 'message',
              row,
              participants: people.get(row.conversation_id) ?? [],
              notifications: news,
              position: 0,
            },
          ])
      })
    }
  },
}
