import type { Args } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { largestMessageId } from '@tagma/contract/limits.ts'
import type { Message, MessageFlag } from '@tagma/contract/objects/message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { badRequest } from '#server/refusal.ts'
import { participantsOf } from '#store/conversations.ts'
import type { Db } from '#store/db.ts'
import { findFlags, flagNames } from '#store/message-flags.ts'
import { type MessageCondition, messagesAmong, messagesBeside, type MessageRow } from '#store/messages.ts'
import { reactionsTo } from '#store/reactions.ts'
import { loadReadState, unreadMessages } from '#store/read-state.ts'
import { submessagesOf } from '#store/submessages.ts'
import { receivedSpans } from '#store/subscription-spans.ts'
import { cutWindow, planWindow, type Window } from './fetch-window.ts'
import { narrowConditions } from './narrow.ts'
import { type MessageViewer, presentMessage } from './present.ts'

export interface Fetched extends Omit<Window<Message>, 'messages'> {
  /** Undefined when messages were asked for by id. */
  readonly anchor: number | undefined
  readonly messages: Message[]
}

/** GET /messages: those around an anchor, or those of given ids, that the caller may read and that match the narrow. */
export async function fetchMessages(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof getMessages> & { wantsLegacyEmojiType: boolean },
): Promise<Fetched> {
  const conditions = await narrowConditions(db, directory, caller, args.narrow)
  const viewer = {
    user: caller,
    applyMarkdown: args.apply_markdown,
    clientGravatar: args.client_gravatar,
    allowEmptyTopicName: args.allow_empty_topic_name,
    wantsLegacyEmojiType: args.wantsLegacyEmojiType,
  }
  const organizationId = directory.organization.id
  if (args.message_ids) {
    const rows = await messagesAmong(db, organizationId, conditions, args.message_ids)
    const messages = await presentForUser(db, directory, rows, viewer)
    return { anchor: undefined, messages, foundAnchor: false, foundNewest: false, foundOldest: false }
  }
  const anchor = await resolveAnchor(db, directory, caller, args, conditions)
  const request = {
    anchor,
    numBefore: args.num_before,
    numAfter: args.num_after,
    includeAnchor: args.include_anchor,
  }
  const plan = planWindow(request)
  const before = await messagesBeside(db, organizationId, conditions, {
    direction: 'before',
    id: anchor,
    inclusive: false,
    limit: plan.before,
  })
  const after = await messagesBeside(db, organizationId, conditions, {
    direction: 'after',
    id: anchor,
    inclusive: true,
    limit: plan.after,
  })
  const window = cutWindow(request, plan, before, after)
  return { ...window, anchor, messages: await presentForUser(db, directory, window.messages, viewer) }
}

async function resolveAnchor(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof getMessages>,
  conditions: readonly MessageCondition[],
): Promise<number> {
  const anchor = args.use_first_unread_anchor ? 'first_unread' : args.anchor
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.")
  if (typeof anchor === 'number') return Math.min(Math.max(anchor, 0), largestMessageId)
  if (anchor === 'newest') return largestMessageId
  if (anchor === 'oldest') return 0
  const unread = await unreadMessages(db, caller.id, Infinity)
  for (let start = 0; start < unread.length; start += 1000) {
    const ids = unread.slice(start, start + 1000).map((message) => message.id)
    const [first] = await messagesAmong(db, directory.organization.id, conditions, ids)
    if (first) return first.id
  }
  return largestMessageId
}

/** Messages as one user sees them, with the user's flags; looked up together, whatever their number. */
export async function presentForUser(
  db: Db,
  directory: OrganizationDirectory,
  rows: readonly MessageRow[],
  viewer: MessageViewer,
): Promise<Message[]> {
  const userId = viewer.user.id
  const conversations = [...new Set(rows.map((row) => row.conversation_id))]
  const participants = await participantsOf(db, [
    ...new Set(rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id)),
  ])
  const ids = rows.map((row) => row.id)
  const reactions = await reactionsTo(db, ids)
  const submessages = await submessagesOf(db, ids)
  const flags = await findFlags(db, userId, ids)
  const readState = await loadReadState(db, userId, conversations)
  const spans = rows.some((row) => row.channel_id !== 0)
    ? await receivedSpans(db, userId)
    : new Map<number, { after: number; until: number }[]>()
  return rows.map((row) => {
    const bits = flags.get(row.id) ?? 0
    const wasReceived =
      row.channel_id === 0 ||
      (spans.get(row.channel_id)?.some((span) => span.after < row.id && row.id <= span.until) ?? false)
    const names: MessageFlag[] = []
    if (!wasReceived) names.push('read', 'historical')
    else if (readState.hasRead(row, bits)) names.push('read')
    names.push(...flagNames(bits))
    if (names.includes('stream_wildcard_mentioned') || names.includes('topic_wildcard_mentioned'))
      names.push('wildcard_mentioned')
    return {
      ...presentMessage(
        directory,
        {
          row,
          participants: participants.get(row.conversation_id) ?? [],
          reactions: reactions.get(row.id) ?? [],
          submessages: submessages.get(row.id) ?? [],
        },
        viewer,
      ),
      flags: names,
    }
  })
}
