import type { Losses } from '../losses.ts'
import type { BotRecord, PersonalRecord, ScheduledRecord } from '../record.ts'
import { flagIn, idIn, numberIn, type Row, textIn } from '../rows.ts'
import { placesOf } from './messages.ts'
import type { ZulipTables } from './zulip-tables.ts'

const table = {
  views: 'zerver_navigationview',
  presence: 'zerver_userpresence',
  scheduled: 'zerver_scheduledmessage',
  services: 'zerver_service',
  storage: 'zerver_botstoragedata',
  configuration: 'zerver_botconfigdata',
} as const

/** Tables with what belongs to people and bots. */
export const belongingTables: readonly string[] = Object.values(table)

type Rows = ReadonlyMap<number, Row>

interface Known {
  readonly people: Rows
  readonly known: ReadonlySet<number>
  readonly channels: Rows
  readonly recipients: Rows
  readonly subscriptions: readonly Row[]
}

const seconds = (row: Row, column: string): number => Math.floor(numberIn(row, column) ?? 0)

/** Reads views, presence, messages that wait, and what bots are set up to do. */
export function* readBelongings(
  tables: ZulipTables,
  known: Known,
  losses: Losses,
): Generator<PersonalRecord> {
  const { people } = known
  const ownerIn = (of: string, row: Row, column: string): number | undefined => {
    const person = idIn(row, column)
    if (person !== undefined && people.has(person)) return person
    losses.drop(of, 'person_unknown', 'state', idIn(row, 'id'))
    return undefined
  }
  for (const row of tables.rows(table.views)) {
    const person = ownerIn(table.views, row, 'user')
    if (person === undefined) continue
    const name = typeof row.name === 'string' ? textIn(row, 'name') : null
    const fragment = textIn(row, 'fragment')
    yield { t: 'view', person, fragment, isPinned: flagIn(row, 'is_pinned'), name }
  }
  const presence = tables.rows(table.presence)
  const update = (row: Row) => numberIn(row, 'last_update_id') ?? 0
  for (const row of presence.toSorted((a, b) => update(a) - update(b))) {
    const person = ownerIn(table.presence, row, 'user_profile')
    const [activeAt, seenAt] = [seconds(row, 'last_active_time'), seconds(row, 'last_connected_time')]
    if (person !== undefined) yield { t: 'presence', person, activeAt, seenAt }
  }
  yield* readScheduled(tables, known, losses)
  yield* readBots(tables, people, losses)
}

const deliveryTypes = { message: 1, reminder: 2 } as const

function* readScheduled(tables: ZulipTables, known: Known, losses: Losses): Generator<ScheduledRecord> {
  const placeOf = placesOf(known)
  for (const row of tables.rows(table.scheduled)) {
    const person = idIn(row, 'sender')
    const place = person !== undefined && known.people.has(person) ? placeOf(row, person) : undefined
    const message = idIn(row, 'reminder_target_message_id')
    const isReminder = row.delivery_type === deliveryTypes.reminder
    const drop = (reason: string) => losses.drop(table.scheduled, reason, 'state', idIn(row, 'id'))
    if (flagIn(row, 'delivered')) losses.drop(table.scheduled, 'sent_already', 'trace', idIn(row, 'id'))
    else if (person === undefined || !place) drop('sender_or_recipient_unknown')
    else if (isReminder && message === undefined) drop('no_message_to_remind_of')
    else
      yield {
        t: 'scheduled',
        person,
        place,
        content: textIn(row, 'content'),
        client: 'website',
        deliverAt: seconds(row, 'scheduled_timestamp'),
        failure: flagIn(row, 'failed') ? textIn(row, 'failure_message') : null,
        isReadBySender: flagIn(row, 'read_by_sender', true),
        reminder:
          isReminder && message !== undefined ? { message, note: textIn(row, 'reminder_note') } : null,
      }
  }
}

const botTypes = { outgoing: 3, embedded: 4 } as const

function* readBots(tables: ZulipTables, people: Rows, losses: Losses): Generator<BotRecord> {
  const ofBots = (of: string, column: string) => {
    const rows = Map.groupBy(tables.rows(of), (row) => idIn(row, column) ?? 0)
    for (const [bot, own] of rows)
      if (!people.has(bot)) losses.drop(of, 'bot_unknown', 'state', bot, own.length)
    return rows
  }
  const services = ofBots(table.services, 'user_profile')
  const storage = ofBots(table.storage, 'bot_profile')
  const configuration = ofBots(table.configuration, 'bot_profile')
  for (const [person, row] of people) {
    if (!flagIn(row, 'is_bot')) continue
    const own = services.get(person) ?? []
    yield {
      t: 'bot',
      person,
      sendingChannel: idIn(row, 'default_sending_stream') ?? null,
      eventsChannel: idIn(row, 'default_events_register_stream') ?? null,
      allPublicChannels: flagIn(row, 'default_all_public_streams'),
      services:
        row.bot_type === botTypes.outgoing
          ? own.map((service) => ({
              url: textIn(service, 'base_url'),
              interface: numberIn(service, 'interface') ?? 1,
              token: textIn(service, 'token'),
            }))
          : [],
      embedded:
        row.bot_type === botTypes.embedded
          ? {
              name: textIn(own[0] ?? {}, 'name'),
              config: Object.fromEntries(entriesOf(configuration.get(person))),
            }
          : null,
      storage: entriesOf(storage.get(person)),
    }
  }
}

const entriesOf = (rows: readonly Row[] = []): [string, string][] =>
  rows.map((row) => [textIn(row, 'key'), textIn(row, 'value')])
