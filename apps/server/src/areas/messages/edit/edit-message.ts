import type { Args } from '@tagma/contract/define.ts'
import type { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import type { Call } from '#call/call.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { foreseeMessage } from '#store/messages/messages.ts'
import { foreseeMove, type Move, type Moved, moveMessages, planMove } from '../move/move-messages.ts'
import { moveNotices, type MoveNotice } from '../move/move-notices.ts'
import { wantingResolveNotices } from '../move/wanting-resolve-notices.ts'
import { renderContent } from '../render/render-content.ts'
import { foreseeFinding, requireMessage } from '../require-message.ts'
import { requireContent, requireTopic } from '../rules.ts'
import { unknownChannel } from '../send/resolve-destination.ts'
import { sendMessage } from '../send/send-message.ts'
import { type ContentEdit, editContent } from './edit-content.ts'
import { removePreviews } from './remove-previews.ts'

/** How often a move is tried whose notices become others meanwhile. Each try takes milliseconds. */
export const mostTries = 10

/**
 * Edits a message, moves messages, or both (PATCH /messages/{message_id}). Returns the caller's uploads that no message
 * links any more.
 */
export async function editMessage(call: Call, args: Args<typeof updateMessage>): Promise<Attachment[]> {
  const { caller, directory } = call
  const topic = topicOf(args)
  const isMove = topic !== undefined || args.stream_id !== undefined
  if (args.content === undefined && !isMove && !args.no_previews) throw badRequest('Nothing to change')
  if (args.content !== undefined && args.stream_id !== undefined)
    throw badRequest('Cannot change message content while changing channel')
  if (topic === undefined && args.stream_id === undefined && args.propagate_mode !== 'change_one')
    throw badRequest('Invalid propagate_mode without topic edit')
  const message = await requireMessage(call.db, directory, caller, args.message_id)
  if (args.no_previews && isMove) throw badRequest('Take previews off and move in calls of their own.')
  if (args.no_previews && (args.content === undefined || args.content === message.content)) {
    await removePreviews(call, message)
    return []
  }
  if (message.channel_id === 0 && (topic !== undefined || args.stream_id !== undefined))
    throw badRequest(
      topic === undefined
        ? 'Direct messages cannot be moved to channels.'
        : 'Direct messages cannot have topics.',
    )
  const channel =
    args.stream_id === undefined ? undefined : await findChannel(call.db, directory, caller, args.stream_id)
  if (args.stream_id !== undefined && !channel) throw unknownChannel(args.stream_id)

  const edit = await prepareEdit(call, args)
  const move =
    topic === undefined && channel === undefined
      ? undefined
      : { id: args.message_id, propagateMode: args.propagate_mode, channel, topic }
  for (let tries = 0; tries < mostTries; tries++) {
    // Another try plans with the message as it is by then.
    const current = tries === 0 ? message : await requireMessage(call.db, directory, caller, args.message_id)
    const detached = await attempt(call, args, edit, move, current)
    if (detached) return detached
  }
  throw new Refusal(
    'SERVER_UNAVAILABLE',
    'Nothing was moved, because others changed the topic at the same time. Try again in a moment.',
  )
}

/**
 * Edits, moves and posts the notices in one transaction. Undoes everything and returns undefined if the notices
 * rendered beforehand no longer fit.
 */
async function attempt(
  call: Call,
  args: Args<typeof updateMessage>,
  edit: ContentEdit | undefined,
  move: Move | undefined,
  message: MessageRow,
): Promise<Attachment[] | undefined> {
  const { caller, db, directory, now, transact } = call
  const reading = { db, now, organizationId: caller.organizationId }
  const planned = move && (await planMove(reading, directory, caller, move, message))
  const rendered = new Map<string, Rendered>()
  for (const { content } of planned ? noticesOf(caller, args, planned) : [])
    rendered.set(content, await renderOwn(call, content, { permalinks: false }))
  try {
    const body = async (tx: Tx) => {
      const detached = edit && (await editContent(tx, directory, caller, edit))
      const moved = move && (await moveMessages(tx, directory, caller, move))
      if (!detached && !moved) throw badRequest('Nothing to change')
      if (moved) {
        const notices = noticesOf(caller, args, moved)
        await sendNotices(tx, directory, caller, { notices, rendered })
      }
      return detached ?? []
    }
    return await transact(body, {
      foresees: () => [
        ...(planned ? foreseeMove(planned) : foreseeFinding([args.message_id])),
        ...[...rendered.keys()].map(() => foreseeMessage()),
      ],
    })
  } catch (error) {
    if (error instanceof NoticesChanged) return undefined
    throw error
  }
}

/** Thrown to undo a move that needs other notices than those rendered for it. */
class NoticesChanged extends Error {}

function topicOf(args: Args<typeof updateMessage>): string | undefined {
  const given = args.topic ?? args.subject
  if (given === undefined) return undefined
  const topic = requireTopic(given)
  return isNoTopic(topic) ? '' : topic
}

async function prepareEdit(call: Call, args: Args<typeof updateMessage>): Promise<ContentEdit | undefined> {
  if (args.content === undefined) return undefined
  // An empty text removes the content, but keeps the message.
  const content = requireContent(args.content.trim() === '' ? '(deleted)' : args.content)
  return {
    id: args.message_id,
    content,
    rendered: await renderOwn(call, content),
    expected: args.prev_content_sha256,
    noPreviews: args.no_previews,
  }
}

/** Renders what the caller writes, or has the notification bot say. */
const renderOwn = (
  { caller, directory, services }: Call,
  content: string,
  options?: { readonly permalinks: boolean },
) => renderContent(services, directory, caller, content, options)

const noticesOf = (caller: UserRecord, args: Args<typeof updateMessage>, moved: Moved) =>
  moveNotices(caller, {
    from: moved.from,
    to: moved.to,
    firstId: moved.ids[0] ?? args.message_id,
    count: moved.ids.length,
    isPartial: moved.isPartial,
    toOldThread: args.send_notification_to_old_thread,
    toNewThread: args.send_notification_to_new_thread,
  })

/** Has the notification bot say what was moved. */
async function sendNotices(
  tx: Tx,
  directory: OrganizationDirectory,
  caller: UserRecord,
  given: { readonly notices: readonly MoveNotice[]; readonly rendered: ReadonlyMap<string, Rendered> },
): Promise<void> {
  const bot = directory.userByEmail(systemBotEmail(systemBots.notification.key))
  if (!bot) return
  for (const { channel, topic, content, onResolving } of given.notices) {
    const rendered = given.rendered.get(content)
    if (!rendered) throw new NoticesChanged()
    const resolved = { channelId: channel.id, topic, actorId: caller.id }
    await sendMessage(tx, directory, {
      sender: bot,
      destination: { kind: 'channel', channel, topic },
      content,
      rendered,
      client: 'Internal',
      readBySender: true,
      ...(onResolving ? { unreadFor: await wantingResolveNotices(tx.db, directory, resolved) } : {}),
    })
  }
}
