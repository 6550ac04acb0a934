import { renderContent } from '#areas/messages/render/render-content.ts'
import { notifier } from '#areas/messages/send/notice.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { noteOwnerTold } from '#store/people/bots.ts'

/** Seconds in which a bot's owner is told of trouble once: a broken sender sends often. */
const quiet = 300

/** Trouble with a request for a bot. */
export interface Trouble {
  readonly label: string
  /** A sentence. */
  readonly problem: string
  readonly payload: unknown
}

/** Most letters of a payload's keys that are shown. */
const longestKeys = 300

/** Names the fields of a payload, never their values: the values may be secrets. */
const keysOf = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null
    ? Object.keys(payload).join(', ').replaceAll(/[`\n]/g, ' ').slice(0, longestKeys)
    : ''

/**
 * Prepares a direct message to a bot's owner by the notification bot. The function that it returns sends the message,
 * unless the owner was told of something a short time ago. Undefined for people, who see the answer themselves.
 */
export async function prepareTellingOwner(
  { caller, directory, services }: Call,
  { label, problem, payload }: Trouble,
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const sender = notifier(directory)
  const owner = caller.botOwnerId === null ? undefined : directory.users.get(caller.botOwnerId)
  if (!sender || !owner?.isActive) return undefined
  const content = [
    `Your bot ${mention(caller)} got a request of ${label} that needs your attention: ${problem}`,
    ...(keysOf(payload) === '' ? [] : [`The payload has these fields: \`${keysOf(payload)}\``]),
    'You get at most one of these messages in five minutes.',
  ].join('\n\n')
  const rendered = await renderContent(services, directory, sender, content)
  return async (tx) => {
    if (!(await noteOwnerTold(tx, caller.id, tx.now, tx.now - quiet))) return
    await sendMessage(tx, directory, {
      sender,
      destination: { kind: 'direct', users: [sender, owner] },
      content,
      rendered,
      client: 'Internal',
      readBySender: true,
    })
  }
}

const mention = ({ fullName, id }: UserRecord) => `@_**${fullName}|${id}**`
