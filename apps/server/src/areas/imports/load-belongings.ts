import { limits } from '@tagma/contract/limits.ts'
import type { BotService } from '@tagma/contract/objects/bot.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type {
  BotRecord,
  Key,
  PersonalRecord,
  PresenceRecord,
  ScheduledRecord,
  ViewRecord,
} from '@tagma/importers/record.ts'
import { payloadUrlProblem } from '#areas/bots/rules.ts'
import { renderDescription } from '#areas/messages/render/render-content.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import { saveBotStorage } from '#store/people/bot-storage.ts'
import { importedTopic, shortened } from './imported-texts.ts'
import type { Links } from './links.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { MessageIds } from './message-ids.ts'

interface Context {
  readonly ids: MappedIds
  readonly links: Links
  readonly directory: OrganizationDirectory
  readonly messages: MessageIds
  readonly losses: Losses
}

/** Writes what belongs to people and bots: views, presence, messages that wait, and configurations. */
export async function loadBelongings(
  tx: Tx,
  records: readonly PersonalRecord[],
  context: Context,
): Promise<void> {
  const kinds = Object.groupBy(records, ({ t }) => t) as {
    readonly [T in PersonalRecord['t']]?: readonly Extract<PersonalRecord, { t: T }>[]
  }
  await insertImported(tx, 'navigation_views', viewRows(kinds.view ?? [], context))
  await insertImported(tx, 'presence', presenceRows(tx, kinds.presence ?? [], context))
  const scheduled = []
  for (const record of kinds.scheduled ?? []) {
    const row = await scheduledRow(tx, record, context)
    if (row) scheduled.push(row)
  }
  await insertImported(tx, 'scheduled_messages', scheduled)
  await loadBots(tx, kinds.bot ?? [], context)
}

function viewRows(records: readonly ViewRecord[], { ids, losses }: Context) {
  const taken = new Set<string>()
  return records.flatMap(({ person, fragment, isPinned, name }) => {
    const user_id = ids.users.get(person)
    const parts = [`${user_id} # ${fragment}`, ...(name === null ? [] : [`${user_id} ${name}`])]
    losses.read('views')
    if (user_id === undefined || fragment.trim() === '' || fragment.length > 500) {
      losses.drop('views', 'not_allowed', 'state', person)
      return []
    }
    if (parts.some((part) => taken.has(part))) {
      losses.drop('views', 'twice', 'state', person)
      return []
    }
    for (const part of parts) taken.add(part)
    return [{ user_id, fragment, is_pinned: isPinned ? (1 as const) : (0 as const), name }]
  })
}

function presenceRows(tx: Tx, records: readonly PresenceRecord[], { ids, losses }: Context) {
  const seen = new Set<Key>()
  return records.flatMap(({ person, activeAt, seenAt }, index) => {
    const user_id = ids.users.get(person)
    losses.read('presence')
    if (user_id === undefined || seen.has(person) || seenAt > tx.now || activeAt > tx.now) {
      losses.drop('presence', 'twice_or_in_the_future', 'trace', person)
      return []
    }
    seen.add(person)
    return [
      {
        user_id,
        organization_id: tx.organizationId,
        active_at: activeAt,
        seen_at: Math.max(seenAt, activeAt),
        status: 'idle',
        update_id: index + 1,
      },
    ]
  })
}

/** Nobody is surprised by a message that should have been sent long ago. */
const overdue = 'It was due before this organization was here.'

async function scheduledRow(
  tx: Tx,
  record: ScheduledRecord,
  { ids, links, directory, messages, losses }: Context,
) {
  const { person, place, reminder } = record
  const user_id = ids.users.get(person)
  const drop = (reason: string) => {
    losses.drop('scheduled', reason, 'state', person)
    return undefined
  }
  losses.read('scheduled')
  const channel_id = 'channel' in place ? ids.channels.get(place.channel) : null
  const target = reminder === null ? null : messages.of(reminder.message)
  if (user_id === undefined || channel_id === undefined) return drop('person_or_channel_unknown')
  if (target === undefined) return drop('message_unknown')
  const content = shortened(links.rewrite(record.content))
  if (content.trim() === '') return drop('empty')
  const people = 'people' in place ? place.people.flatMap((key) => ids.users.get(key) ?? []) : []
  const others = people.filter((id) => id !== user_id)
  const isOverdue = record.failure === null && record.deliverAt <= tx.now
  if (isOverdue) losses.mend('scheduled', 'overdue', 'state', person)
  const failure = isOverdue ? overdue : record.failure
  return {
    organization_id: tx.organizationId,
    user_id,
    kind: reminder === null ? 'message' : 'reminder',
    channel_id,
    recipients: JSON.stringify(channel_id === null ? (others.length > 0 ? others : [user_id]) : []),
    topic: 'topic' in place ? importedTopic(place.topic) : '',
    content,
    rendered: await renderDescription(directory, content),
    client: record.client,
    deliver_at: record.deliverAt,
    has_failed: failure === null ? (0 as const) : (1 as const),
    failure,
    read_by_sender: record.isReadBySender ? (1 as const) : (0 as const),
    target_message_id: target,
    note: reminder?.note ?? '',
  }
}

async function loadBots(tx: Tx, records: readonly BotRecord[], context: Context): Promise<void> {
  const { ids, losses } = context
  const rows = []
  for (const record of records) {
    const user_id = ids.users.get(record.person)
    if (user_id === undefined) continue
    const channel = (key: Key | null) => (key === null ? null : (ids.channels.get(key) ?? null))
    losses.read('bots')
    rows.push({
      user_id,
      organization_id: tx.organizationId,
      default_sending_channel_id: channel(record.sendingChannel),
      default_events_channel_id: channel(record.eventsChannel),
      default_all_public_channels: record.allPublicChannels ? (1 as const) : (0 as const),
      services: JSON.stringify(servicesOf(record, losses)),
    })
    const length = record.storage.reduce((sum, [key, value]) => sum + codePointLength(key + value), 0)
    if (length > limits.maxBotStorageLength) losses.mend('bots', 'storage_too_large', 'state', record.person)
    else await saveBotStorage(tx, user_id, Object.fromEntries(record.storage))
  }
  await insertImported(tx, 'bots', rows)
}

function servicesOf({ person, services, embedded }: BotRecord, losses: Losses): BotService[] {
  if (embedded) return [{ service_name: embedded.name, config_data: { ...embedded.config } }]
  return services.flatMap((service) => {
    const isAllowed = payloadUrlProblem(service.url) === undefined
    if (!isAllowed) losses.mend('bots', 'address_not_allowed', 'state', person)
    const form = service.interface === 2 ? 2 : 1
    return isAllowed ? [{ base_url: service.url, interface: form, token: service.token }] : []
  })
}
