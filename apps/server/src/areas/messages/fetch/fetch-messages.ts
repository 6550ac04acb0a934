import type { Args } from '@tagma/contract/define.ts'
import type { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { largestMessageId } from '@tagma/contract/limits.ts'
import type { Message, MessageFlag } from '@tagma/contract/objects/message.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { Readers } from '#call/replica.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { settleAll } from '#model/settle-all.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { firstMessageSince } from '#store/messages/message-bounds.ts'
import { findFlags, flagNames } from '#store/messages/message-flags.ts'
import { reactionsTo } from '#store/messages/reactions.ts'
import { submessagesOf } from '#store/messages/submessages.ts'
import { receivedSpans } from '#store/messages/subscription-spans.ts'
import { loadReadState } from '#store/reading/read-state.ts'
import { unreadIds, unreadMessages } from '#store/reading/unread-messages.ts'
import type { Db } from '#store/sql/db.ts'
import { asksIndex, resolveNarrow } from '../narrow/narrow.ts'
import { requireSpectatorNarrow } from '../narrow/require-spectator-narrow.ts'
import { withWildcards } from '../present-flags.ts'
import { type MessageViewer, presentMessage } from '../present.ts'
import { readAmong, readSide } from '../read-within.ts'
import { requireMessage } from '../require-message.ts'
import { highlighter } from '../search/highlight.ts'
import { indexMessages } from '../search/index-messages.ts'
import { select, type Selection } from '../search/search-messages.ts'
import { cutWindow, planWindow, type Window } from './fetch-window.ts'

export interface Fetched extends Omit<Window<Message>, 'messages'> {
  /** Undefined when messages were asked for by id. */
  readonly anchor: number | undefined
  readonly messages: Message[]
}

/** Returns messages that match the narrow and that the caller may read: around an anchor, or by ids (GET /messages). */
export async function fetchMessages(
  services: Services,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: Args<typeof getMessages> & { wantsLegacyEmojiType: boolean },
): Promise<Fetched> {
  if (isSpectator(caller)) requireSpectatorNarrow(args.narrow)
  const { db } = services.data
  const organizationId = directory.organization.id
  if (args.message_ids && namesRange(args))
    throw badRequest("Unsupported parameter combination: 'message_ids' and a range of messages.")
  const reach = args.message_ids ? 'readable' : 'received'
  const narrow = await resolveNarrow(db, directory, caller, args.narrow, reach)
  const isSearch = asksIndex(narrow)
  if (isSearch) await indexMessages(services, organizationId)
  const viewer = {
    user: caller,
    applyMarkdown: args.apply_markdown,
    clientGravatar: args.client_gravatar,
    allowEmptyTopicName: args.allow_empty_topic_name,
    wantsLegacyEmojiType: args.wantsLegacyEmojiType,
  }
  const read = async (readers: Readers): Promise<Fetched> => {
    const selection = await select(readers, organizationId, narrow)
    const present = async (rows: readonly MessageRow[]) =>
      withMatches(await presentForUser(readers.db, directory, rows, viewer), rows, selection)
    if (args.message_ids) {
      const messages = await present(await readAmong(selection, args.message_ids))
      return { anchor: undefined, messages, foundAnchor: false, foundNewest: false, foundOldest: false }
    }
    const window = await readWindow(readers.db, directory, caller, selection, args)
    return { ...window, messages: await present(window.messages) }
  }
  return isSearch || goesBack(args) ? services.data.aside(organizationId, read) : read(services.data)
}

/** Tells whether a call asks for history before a message, a date or the beginning: the newest is what most calls want. */
const goesBack = ({
  message_ids,
  anchor,
  use_first_unread_anchor,
  num_after,
}: Pick<Args<typeof getMessages>, 'message_ids'> & WindowArguments) =>
  message_ids === undefined &&
  use_first_unread_anchor !== true &&
  (typeof anchor === 'number' ? anchor < largestMessageId && num_after === 0 : isLongAgo(anchor))

const isLongAgo = (anchor: WindowArguments['anchor']) => anchor === 'oldest' || anchor === 'date'

/** Tells whether a call mentions an anchor. */
const namesRange = (args: WindowArguments) =>
  args.anchor !== undefined ||
  args.num_before > 0 ||
  args.num_after > 0 ||
  args.use_first_unread_anchor === true ||
  !args.include_anchor

function withMatches(messages: Message[], rows: readonly MessageRow[], { query }: Selection): Message[] {
  if (!query) return messages
  const matchOf = highlighter(query)
  return messages.map((message, index) => {
    const row = rows[index]
    return row ? { ...message, ...matchOf(row) } : message
  })
}

/** Parameters that select messages around an anchor. */
export type WindowArguments = Pick<Args<typeof getMessages>, 'anchor' | 'anchor_date' | 'include_anchor'> & {
  readonly num_before: number
  readonly num_after: number
  readonly use_first_unread_anchor?: boolean
}

/** Reads the selected messages around an anchor; fewer than asked for if they would be too long for one answer. */
export async function readWindow(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  selection: Selection,
  args: WindowArguments,
): Promise<Window<MessageRow> & { anchor: number }> {
  const anchor = await resolveAnchor(db, directory, caller, args, selection)
  const request = {
    anchor,
    numBefore: args.num_before,
    numAfter: args.num_after,
    includeAnchor: args.include_anchor,
  }
  const plan = planWindow(request)
  const [before, after] = await settleAll([
    readSide(selection, { direction: 'before', id: anchor, inclusive: false, limit: plan.before }),
    readSide(selection, { direction: 'after', id: anchor, inclusive: true, limit: plan.after }),
  ])
  const window = cutWindow(request, plan, before.rows, after.rows)
  return {
    ...window,
    foundOldest: window.foundOldest && !before.isCut,
    foundNewest: window.foundNewest && !after.isCut,
    anchor,
  }
}

async function resolveAnchor(
  db: Db,
  directory: OrganizationDirectory,
  caller: UserRecord,
  args: WindowArguments,
  selection: Selection,
): Promise<number> {
  const anchor = args.use_first_unread_anchor ? 'first_unread' : args.anchor
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.")
  if (typeof anchor === 'number') return Math.min(Math.max(anchor, 0), largestMessageId)
  if (anchor === 'newest') return largestMessageId
  if (anchor === 'oldest') return 0
  if (anchor === 'date') return anchorAtDate(db, directory, args.anchor_date, selection)
  const unread = unreadIds(await unreadMessages(db, caller.id))
  for (let start = 0; start < unread.length; start += 1000) {
    const [first] = await selection.among(unread.slice(start, start + 1000))
    if (first) return first.id
  }
  return largestMessageId
}

/** Finds the first message of a narrow sent at a time or later; the newest if there is no such message. */
async function anchorAtDate(
  db: Db,
  directory: OrganizationDirectory,
  date: string | undefined,
  selection: Selection,
): Promise<number> {
  if (date === undefined) throw badRequest("Missing 'anchor_date' argument")
  // A time without a zone means UTC.
  const isZoned = /(Z|[+-]\d\d:?\d\d)$/.test(date) || !date.includes('T')
  const time = Math.ceil(Date.parse(isZoned ? date : `${date}Z`) / 1000)
  const since = await firstMessageSince(db, directory.organization.id, time)
  if (since === undefined) return largestMessageId
  const [first] = await selection.beside({
    direction: 'after',
    id: since,
    inclusive: true,
    limit: 1,
  })
  return first?.id ?? largestMessageId
}

/** Presents messages to one user, with the user's flags. Looks everything up together, for any number of messages. */
export async function presentForUser(
  db: Db,
  directory: OrganizationDirectory,
  rows: readonly MessageRow[],
  viewer: MessageViewer,
): Promise<Message[]> {
  const participants = await participantsOf(db, [
    ...new Set(rows.filter((row) => row.channel_id === 0).map((row) => row.conversation_id)),
  ])
  const ids = rows.map((row) => row.id)
  const reactions = await reactionsTo(db, ids)
  const submessages = await submessagesOf(db, ids)
  const flags = await flagsForUser(db, viewer.user, rows)
  const senders = rows.map((row) => row.sender_id)
  const seeing = { ...viewer, sees: await sightOf(db, directory, viewer.user, senders) }
  return rows.map((row) => ({
    ...presentMessage(
      directory,
      {
        row,
        participants: participants.get(row.conversation_id) ?? [],
        reactions: reactions.get(row.id) ?? [],
        submessages: submessages.get(row.id) ?? [],
      },
      seeing,
    ),
    flags: flags.get(row.id) ?? [],
  }))
}

/** Finds a user's flags of messages, by message id. */
export async function flagsForUser(
  db: Db,
  user: UserRecord,
  rows: readonly MessageRow[],
): Promise<Map<number, MessageFlag[]>> {
  const [stored, readState, spans] = await settleAll([
    findFlags(
      db,
      user.id,
      rows.map((row) => row.id),
    ),
    loadReadState(db, user.id, [...new Set(rows.map((row) => row.conversation_id))]),
    rows.some((row) => row.channel_id !== 0)
      ? receivedSpans(db, user.id)
      : new Map<number, { after: number; until: number }[]>(),
  ])
  return new Map(
    rows.map((row): [number, MessageFlag[]] => {
      const bits = stored.get(row.id) ?? 0
      const wasReceived =
        row.channel_id === 0 ||
        (spans.get(row.channel_id)?.some((span) => span.after < row.id && row.id <= span.until) ?? false)
      const isRead = readState.hasRead(row, bits)
      const names = withWildcards(isRead, flagNames(bits))
      // An unread message moved here was not received either, but it is new to the user and not history.
      if (!wasReceived && isRead) names.push('historical')
      return [row.id, names]
    }),
  )
}

/** Presents one message to a user, with its Markdown. Refuses one that they may not read. */
export async function fetchMessage(
  db: Db,
  directory: OrganizationDirectory,
  id: number,
  viewer: MessageViewer,
): Promise<{ message: Message; content: string }> {
  const row = await requireMessage(db, directory, viewer.user, id)
  const [message] = await presentForUser(db, directory, [row], viewer)
  if (!message) throw new Error('A message that was found could not be presented')
  return { message, content: row.content }
}
