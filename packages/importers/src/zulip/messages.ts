import type { Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import type { FlagName, ImportRecord, MessageRecord, Place } from '../record.ts'
import { flagIn, idIn, numberIn, type Row, rowsOf, textIn } from '../rows.ts'
import { editsOf } from './edits.ts'
import type { ZulipTables } from './read-zulip.ts'
import { absencesOf, flagNames, Receiving, type SubscriptionEvent } from './receiving.ts'

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

/** Changes of subscriptions in the audit log: subscribed, resumed, ended, ended with the account. */
const logged = { created: 301, activated: 302, deactivated: 303 } as const

/** Reads the messages in ascending order, and then who received and who has not read them. */
export async function* readMessages(
  files: Files,
  tables: ZulipTables,
  known: Known,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const clients = new Map([...tables.byId('zerver_client')].map(([id, row]) => [id, textIn(row, 'name')]))
  const reactions = Map.groupBy(tables.rows('zerver_reaction'), (row) => idIn(row, 'message') ?? 0)
  const placeOf = placesOf(known)
  const receiving = new Receiving(known.subscribers, absencesOf(lastRowsOf(known), eventsOf(tables)))
  let last = 0
  for (const file of messageFiles(files)) {
    const parts = await files.json(file)
    const rows = rowsOf(file, parts, 'zerver_message').toSorted(
      (a, b) => (idIn(a, 'id') ?? 0) - (idIn(b, 'id') ?? 0),
    )
    losses.read('zerver_message', rows.length)
    const received = recipientsOf(rowsOf(file, parts, 'zerver_usermessage'), known, losses)
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
          reactions: reactionsOf(reactions.get(key), known, losses),
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

function recipientsOf(
  rows: readonly Row[],
  { people }: Known,
  losses: Losses,
): Map<number, Map<number, number>> {
  losses.read('zerver_usermessage', rows.length)
  const received = new Map<number, Map<number, number>>()
  for (const row of rows) {
    const [person, message] = [idIn(row, 'user_profile'), idIn(row, 'message')]
    if (person === undefined || message === undefined || !people.has(person)) {
      losses.drop('zerver_usermessage', 'person_unknown', 'state', idIn(row, 'id'))
      continue
    }
    let masks = received.get(message)
    if (!masks) received.set(message, (masks = new Map<number, number>()))
    if (masks.has(person)) losses.drop('zerver_usermessage', 'twice', 'state', idIn(row, 'id'))
    else masks.set(person, numberIn(row, 'flags_mask') ?? numberIn(row, 'flags') ?? 0)
  }
  return received
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
  rows: readonly Row[] | undefined,
  { people }: Known,
  losses: Losses,
): MessageRecord['reactions'] {
  if (!rows) return []
  return rows.flatMap((row) => {
    const person = idIn(row, 'user_profile')
    if (person === undefined || !people.has(person)) {
      losses.drop('zerver_reaction', 'person_unknown', 'content', idIn(row, 'id'))
      return []
    }
    const type = textIn(row, 'reaction_type') || 'unicode_emoji'
    return [
      {
        person,
        type: type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type,
        code: textIn(row, 'emoji_code'),
        name: textIn(row, 'emoji_name'),
      },
    ]
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
    if (type !== logged.created && type !== logged.activated && type !== logged.deactivated) return []
    const message = idIn(row, 'event_last_message_id') ?? 0
    return [{ person, channel, isStart: type !== logged.deactivated, message, id: idIn(row, 'id') ?? 0 }]
  })
  return events.toSorted((a, b) => a.message - b.message || a.id - b.id)
}
