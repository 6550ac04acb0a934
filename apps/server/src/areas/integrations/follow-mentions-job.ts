import { botTypes } from '@tagma/contract/objects/bot.ts'
import { isGuest } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import type { LogRow } from '#model/log-row.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { must } from '#model/must.ts'
import { readLog } from '#store/log/event-log.ts'
import { logCursor, moveLogCursor } from '#store/log/log-cursors.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { findMessages } from '#store/messages/messages.ts'
import { type HookTrigger, insertHook } from '#store/notifying/outgoing-hooks.ts'
import type { Db } from '#store/sql/db.ts'
import { isPerson } from './outgoing-rules.ts'

const batch = 200
/** Seconds. Calls for older messages would surprise: nobody waits for their answers any more. */
const oldest = 3600

interface Hook {
  readonly bot_id: number
  readonly message_id: number
  readonly trigger: HookTrigger
}

/**
 * Follows the event log and fills the outbox of outgoing webhooks: messages by people that mention such a bot, or go to
 * it directly. The cursor moves in the same commit. Without such bots it does nothing.
 */
export const followMentionsJob: Job = {
  name: 'webhook-events',
  everySeconds: 1,
  once: true,
  async run({ data, time: { clock } }, organizationId) {
    const directory = await data.directories.get(organizationId)
    const bots = outgoingBots(directory)
    if (bots.size === 0) return
    for (;;) {
      const position = await logCursor(data.db, organizationId, 'webhooks')
      const rows = await readLog(data.db, organizationId, position, batch)
      const last = rows.at(-1)
      if (!last) return
      const since = Math.floor(clock.now() / 1000) - oldest
      const hooks = await hooksFor(data.db, { directory, bots, since }, rows)
      const isOurs = await data.transact(organizationId, async (tx) => {
        if (!(await moveLogCursor(tx, 'webhooks', position, last.id))) return false
        for (const hook of hooks) await insertHook(tx, hook)
        return true
      })
      if (!isOurs || rows.length < batch) return
    }
  },
}

const outgoingBots = (directory: OrganizationDirectory): ReadonlySet<number> =>
  new Set(
    [...directory.users.values()].flatMap((user) =>
      user.isActive && user.botType === botTypes.outgoingWebhook ? [user.id] : [],
    ),
  )

interface Context {
  readonly directory: OrganizationDirectory
  readonly bots: ReadonlySet<number>
  /** UNIX seconds. */
  readonly since: number
}

async function hooksFor(db: Db, context: Context, rows: readonly LogRow[]): Promise<Hook[]> {
  const named = rows.flatMap(({ body }) => (body.type === 'message' ? [body] : []))
  const messages = await findMessages(
    db,
    named.map(({ message_id }) => message_id),
  )
  const wanted = [...messages.values()].filter((message) => isWanted(context, message))
  const direct = wanted.flatMap((message) => (message.channel_id === 0 ? [message.conversation_id] : []))
  const participants = await participantsOf(db, [...new Set(direct)])
  return named.flatMap(({ message_id, flags, command_bot }): Hook[] => {
    const message = messages.get(message_id)
    if (!message || !isWanted(context, message)) return []
    const [trigger, ids] =
      message.channel_id === 0
        ? (['direct_message', participants.get(message.conversation_id) ?? []] as const)
        : (['mention', [...mentioned(flags), ...namedInPublic(context, message)]] as const)
    return [...new Set(ids)]
      .filter((id) => context.bots.has(id) && id !== command_bot)
      .map((bot_id) => ({ bot_id, message_id, trigger }))
  })
}

/** Messages by bots call no bot, or two bots could talk for ever. */
const isWanted = ({ directory, since }: Context, message: MessageRow): boolean =>
  message.sent_at >= since && isPerson(directory.users.get(message.sender_id))

/** Returns the bots that a message in a public channel names: they need not be subscribed to it, and have no flags then. */
function namedInPublic({ directory, bots }: Context, { channel_id, rendered }: MessageRow): number[] {
  if (directory.channels.get(channel_id)?.isPrivate !== false) return []
  const named = rendered.matchAll(/<span class="user-mention" data-user-id="(\d+)">/g)
  return Array.from(named, ([, id]) => Number(id)).filter(
    (id) => bots.has(id) && !isGuest(must(directory.users.get(id), 'a bot is a user')),
  )
}

/** Returns the ids of the people and bots that a message names. Mentions of everybody do not count. */
const mentioned = (flags: Readonly<Record<string, readonly string[]>>): number[] =>
  Object.entries(flags).flatMap(([id, names]) => (names.includes('mentioned') ? [Number(id)] : []))
