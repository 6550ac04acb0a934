import * as wire from '@tagma/contract/wire.ts'
import type { Report } from '#state/report-of.ts'
import type { App } from '#state/use-app.ts'

/** The emoji that marks a report as settled, in every client. */
export const settledEmoji = {
  emoji_name: 'check',
  emoji_code: '2705',
  reaction_type: 'unicode_emoji',
} as const

/**
 * Settles a report: says in its topic what was decided, and marks it with a check mark for all moderators. Rejects with the
 * server's error.
 */
export async function settleReport(app: App, report: Report, decision: string): Promise<void> {
  await app.client.call(wire.sendMessage, {
    type: 'channel',
    to: report.channelId,
    topic: report.topic,
    content: decision,
  })
  await app.client.call(wire.addReaction, { message_id: report.id, ...settledEmoji })
}

/** Opens a settled report again: one's own mark is taken away. Rejects with the server's error. */
export async function reopenReport(app: App, report: Report): Promise<void> {
  await app.client.call(wire.removeReaction, { message_id: report.id, ...settledEmoji })
}

/** Writes to somebody alone. Rejects with the server's error. */
export async function warnPerson(app: App, userId: number, content: string): Promise<void> {
  await app.client.call(wire.sendMessage, { type: 'direct', to: [userId], content })
}
