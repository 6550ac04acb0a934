import { elementsOf, type Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import type { FlagName, ImportRecord, MessageRecord, Place } from '../record.ts'
import { flagIn, idIn, isRow, numberIn, type Row, textIn } from '../rows.ts'
import { editsOf } from './edits.ts'
import type { ReactionRow } from './reactions.ts'
import { absencesOf, flagNames, Receiving, type SubscriptionEvent } from './receiving.ts'
import { loggedTypes, type ZulipTables } from './zulip-tables.ts'

/** Facts of `realm.json` that messages refer to. */
interface Known {
  readonly people: ReadonlyMap<number, Row>
  /** Ids of people and of the system's bots. */
  readonly known: ReadonlySet<number>
  readonly channels: ReadonlyMap<number, Row>
  readonly recipients: ReadonlyMap<number, Row>
  readonly subscriptions: readonly Row[]
  readonly subscribers: ReadonlyMap<number, ReadonlySet<number>>
  /** Paths of uploads by the messages that share them. */
  readonly uploads: ReadonlyMap<number, readonly string[]>
}

const recipientKinds = { person: 1, channel: 2, group: 3 } as const

/** Reads the messages in ascending order, and then who received and who has not read them. */
export async function* readMessages(
  files: Files,
  tables: ZulipTables,
  known: Known,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const clients = new Map([...tables.byId('zerver_client')].map(([id, row]) => [id, textIn(row, 'name')]))
  const placeOf = placesOf(known)
  const receiving = new Receiving(known.subscribers, absencesOf(lastRowsOf(known), eventsOf(tables)))
  let last = 0
  for (const file of messageFiles(files)) {
    const { rows, received } = await readFile(files, file, known, losses)
    for (const row of rows) {
      const key = idIn(row, 'id')
      const sender = idIn(row, 'sender')
      const place = sender === undefined ? undefined : placeOf(row, sender)
      const drop = (reason: string) => losses.drop('zerver_message', reason, 'content', key ?? file)
      if (key === undefined) drop('no_id')
      else if (key === last) drop('id_twice')
      else if (key < last)
        throw new ImportProblem(
          `${file}: message ${key} comes after message ${last}. Messages must be in the order of their ids.`,
        )
      else if (sender === undefined || !known.known.has(sender)) drop('sender_unknown')
      else if (!place) drop('recipient_unknown')
      else {
        const masks = received.get(key) ?? new Map<number, number>()
        const channel = 'channel' in place ? Number(place.channel) : undefined
        receiving.take({ key, sender, place, channel }, masks)
        const record: MessageRecord = {
          t: 'message',
          key,
          place,
          sender,
          sentAt: Math.floor(numberIn(row, 'date_sent') ?? 0),
          client: clients.get(idIn(row, 'sending_client') ?? 0) ?? '',
          content: textIn(row, 'content'),
          ...editsOf(row),
          uploads: known.uploads.get(key) ?? [],
          reactions: reactionsOf(tables.reactions.to(key), known, losses),
          flags: flagsOf(masks, sender),
        }
        losses.read('edit_history', record.changes.length)
        yield record
      }
      if (key !== undefined) last = Math.max(last, key)
    }
  }
  yield* receiving.records()
}

/** The files with messages, in the order of their numbers. */
const messageFiles = (files: Files): string[] =>
  files.names
    .filter((name) => /^messages-\d+\.json$/.test(name))
    .toSorted((a, b) => numberOf(a) - numberOf(b))

const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0])

/** Masks of the recipients, by message and person. */
type Received = Map<number, Map<number, number>>

/** Reads a file with messages: its messages in the order of their ids, and who received them. */
async function readFile(
  files: Files,
  file: string,
  { people }: Known,
  losses: Losses,
): Promise<{ rows: Row[]; received: Received }> {
  const rows: Row[] = []
  const received: Received = new Map()
  for await (const [table, row] of elementsOf(files, file)) {
    if (!isRow(row)) throw new ImportProblem(`${file}: a row of ${table} is no object.`)
    if (table === 'zerver_message') rows.push(row)
    else if (table === 'zerver_usermessage') takeRecipient(row, received, people, losses)
  }
  losses.read('zerver_message', rows.length)
  return { rows: rows.toSorted((a, b) => (idIn(a, 'id') ?? 0) - (idIn(b, 'id') ?? 0)), received }
}

function takeRecipient(row: Row, received: Received, people: Known['people'], losses: Losses): void {
  losses.read('zerver_usermessage')
  const [person, message] = [idIn(row, 'user_profile'), idIn(row, 'message')]
  if (person === undefined || message === undefined || !people.has(person)) {
    losses.drop('zerver_usermessage', 'person_unknown', 'state', idIn(row, 'id'))
    return
  }
  let masks = received.get(message)
  if (!masks) received.set(message, (masks = new Map<number, number>()))
  if (masks.has(person)) losses.drop('zerver_usermessage', 'twice', 'state', idIn(row, 'id'))
  else masks.set(person, numberIn(row, 'flags_mask') ?? numberIn(row, 'flags') ?? 0)
}

function flagsOf(masks: ReadonlyMap<number, number>, sender: number): [number, FlagName[]][] {
  const flags: [number, FlagName[]][] = []
  for (const [person, mask] of masks) {
    const names = flagNames(mask, person === sender)
    if (names.length > 0) flags.push([person, names])
  }
  return flags
}

function reactionsOf(
  rows: readonly ReactionRow[],
  { people }: Known,
  losses: Losses,
): MessageRecord['reactions'] {
  return rows.flatMap(({ id, person, ...emoji }) => {
    if (people.has(person)) return [{ person, ...emoji }]
    losses.drop('zerver_reaction', 'person_unknown', 'content', id)
    return []
  })
}

/** Returns a function that tells where a message belongs, or undefined. */
export function placesOf({
  known,
  channels,
  recipients,
  subscriptions,
}: Pick<Known, 'known' | 'channels' | 'recipients' | 'subscriptions'>) {
  const groups = new Map<number, number[]>()
  for (const row of subscriptions) {
    const [recipient, person] = [idIn(row, 'recipient'), idIn(row, 'user_profile')]
    if (recipient === undefined || person === undefined || !known.has(person)) continue
    if (recipients.get(recipient)?.type === recipientKinds.group)
      groups.set(recipient, [...(groups.get(recipient) ?? []), person])
  }
  return (row: Row, sender: number): Place | undefined => {
    const id = idIn(row, 'recipient') ?? 0
    const recipient = recipients.get(id)
    const of = recipient && idIn(recipient, 'type_id')
    if (!recipient || of === undefined) return undefined
    if (recipient.type === recipientKinds.channel)
      return channels.has(of) ? { channel: of, topic: textIn(row, 'subject') } : undefined
    if (recipient.type === recipientKinds.person) return known.has(of) ? direct([sender, of]) : undefined
    const people = groups.get(id)
    return people ? direct([sender, ...people]) : undefined
  }
}

const direct = (people: readonly number[]): Place => ({
  people: [...new Set(people)].toSorted((a, b) => a - b),
})

/** Newest message with a row, of people who were away for so long that Zulip wrote none for later messages. */
function lastRowsOf({ people }: Known): Map<number, number> {
  const rows = new Map<number, number>()
  for (const [id, row] of people)
    if (flagIn(row, 'long_term_idle')) rows.set(id, idIn(row, 'last_active_message_id') ?? 0)
  return rows
}

function eventsOf(tables: ZulipTables): SubscriptionEvent[] {
  const events = tables.rows('zerver_realmauditlog').flatMap((row) => {
    const [person, channel] = [idIn(row, 'modified_user'), idIn(row, 'modified_stream')]
    const type = numberIn(row, 'event_type')
    if (person === undefined || channel === undefined) return []
    if (type !== loggedTypes.created && type !== loggedTypes.activated && type !== loggedTypes.deactivated)
      return []
    const message = idIn(row, 'event_last_message_id') ?? 0
    return [{ person, channel, isStart: type !== loggedTypes.deactivated, message, id: idIn(row, 'id') ?? 0 }]
  })
  return events.toSorted((a, b) => a.message - b.message || a.id - b.id)
}
