import type { Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import type { ImportRecord } from '../record.ts'
import { flagIn, idIn, numberIn, type Row } from '../rows.ts'
import { belongingTables, readBelongings } from './belongings.ts'
import { fileTables, readAvatars, readEmoji, readPictures, readUploads } from './files.ts'
import { Groups } from './groups.ts'
import { readMessages } from './messages.ts'
import { personalTables, readPersonal } from './personal.ts'
import { profileTables, readProfiles } from './profiles.ts'
import {
  channelRecord,
  domainRecord,
  folderRecord,
  linkifierRecord,
  organizationRecord,
  personRecord,
  playgroundRecord,
  subscriptionRecord,
} from './tables.ts'
import { tablesFile, ZulipTables } from './zulip-tables.ts'

/** Tables that are read, or whose rows have no use here. Any other table is counted as not known. */
const knownTables = new Set([
  'zerver_realm',
  'zerver_realmuserdefault',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_stream',
  'zerver_defaultstream',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_huddle',
  'zerver_directmessagegroup',
  'zerver_client',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_reaction',
  'zerver_realmauditlog',
  'zerver_realmfilter',
  'zerver_realmdomain',
  'zerver_realmplayground',
  'zerver_channelfolder',
  'zerver_presencesequence',
  ...belongingTables,
  ...Object.values(fileTables),
  ...Object.values(personalTables),
  ...Object.values(profileTables),
])

/** Tells whether files are an export of Zulip. */
export const isZulip = (files: Files): boolean => files.size(tablesFile) !== undefined

/** Reads an export of Zulip. Each call reads it from the beginning and yields the same. */
export async function* readZulip(files: Files, losses: Losses): AsyncGenerator<ImportRecord> {
  const tables = await ZulipTables.read(files, (table) => knownTables.has(table), losses)
  const [realm, second] = tables.rows('zerver_realm')
  if (!realm) throw new ImportProblem(`${tablesFile} has no row in zerver_realm: it is no export of Zulip.`)
  if (second) throw new ImportProblem(`${tablesFile} has several organizations: import one export of each.`)

  const people = tables.byId('zerver_userprofile')
  for (const [id, row] of tables.byId('zerver_userprofile_mirrordummy'))
    if (!people.has(id)) people.set(id, { ...row, is_mirror_dummy: true })
  const known = new Set(people.keys())
  const groups = new Groups(
    {
      named: tables.rows('zerver_namedusergroup'),
      all: tables.rows('zerver_usergroup'),
      members: tables.rows('zerver_usergroupmembership'),
      subgroups: tables.rows('zerver_groupgroupmembership'),
    },
    known,
  )
  const userDefaults = tables.rows('zerver_realmuserdefault')[0] ?? {}
  yield organizationRecord(realm, userDefaults, groups)
  yield* readPictures(files, realm, losses)
  yield* readEmoji(files, tables, losses)
  const linkifiers = tables.rows('zerver_realmfilter')
  for (const row of linkifiers.toSorted((a, b) => orderOf(a) - orderOf(b))) yield linkifierRecord(row)
  for (const row of tables.rows('zerver_realmdomain')) yield domainRecord(row)
  for (const row of tables.rows('zerver_realmplayground')) yield playgroundRecord(row)
  const folders = [...tables.byId('zerver_channelfolder')]
  for (const [key, row] of folders.toSorted((a, b) => orderOf(a[1]) - orderOf(b[1])))
    yield folderRecord(key, row)

  for (const [key, row] of tables.byId('zerver_userprofile_crossrealm')) {
    known.add(key)
    yield { t: 'system_bot', key, email: typeof row.email === 'string' ? row.email : '' }
  }
  const avatars = await readAvatars(files, people, losses)
  for (const [id, row] of people) yield personRecord(row, avatars.get(id) ?? null)
  yield* groups.records

  const channels = tables.byId('zerver_stream')
  const defaults = new Set(tables.rows('zerver_defaultstream').map((row) => idIn(row, 'stream')))
  for (const [id, row] of channels) yield channelRecord(row, defaults.has(id), groups)

  const recipients = tables.byId('zerver_recipient')
  const subscriptions = tables.rows('zerver_subscription')
  const subscribers = new Map<number, Set<number>>()
  yield* readSubscriptions(subscriptions, { recipients, people, channels }, subscribers, losses)
  yield* readProfiles(tables, new Set(people.keys()), losses)
  yield* readPersonal(tables, { people: new Set(people.keys()), channels: new Set(channels.keys()) }, losses)
  yield* readBelongings(tables, { people, known, channels, recipients, subscriptions }, losses)
  const uploads = await readUploads(files, people, losses)
  yield* uploads.records
  yield* readMessages(
    files,
    tables,
    { people, known, channels, recipients, subscriptions, subscribers, uploads: uploads.byMessage },
    losses,
  )
  for (const [table, rows] of tables.counted) {
    if (knownTables.has(table)) continue
    losses.read(table, rows)
    losses.drop(table, 'table_not_carried', 'state', undefined, rows)
  }
}

const orderOf = (row: Row) => numberIn(row, 'order') ?? 0

type Rows = ReadonlyMap<number, Row>

/** Reads who is subscribed to which channel; adds those who are now to `subscribers`. */
function* readSubscriptions(
  subscriptions: readonly Row[],
  { recipients, people, channels }: { recipients: Rows; people: Rows; channels: Rows },
  subscribers: Map<number, Set<number>>,
  losses: Losses,
): Generator<ImportRecord> {
  const seen = new Set<string>()
  for (const row of subscriptions) {
    const recipient = recipients.get(idIn(row, 'recipient') ?? 0)
    if (recipient?.type !== 2) continue
    const [person, channel] = [idIn(row, 'user_profile'), idIn(recipient, 'type_id')]
    if (person === undefined || channel === undefined || !people.has(person) || !channels.has(channel)) {
      losses.drop('zerver_subscription', 'person_or_channel_unknown', 'state', idIn(row, 'id'))
      continue
    }
    if (seen.has(`${person} ${channel}`)) {
      losses.drop('zerver_subscription', 'twice', 'state', idIn(row, 'id'))
      continue
    }
    seen.add(`${person} ${channel}`)
    if (flagIn(row, 'active', true))
      subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(person))
    yield subscriptionRecord(row, person, channel)
  }
}
