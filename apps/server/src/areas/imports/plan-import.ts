import { roles } from '@tagma/contract/objects/user.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { withPossibleTimes } from '@tagma/importers/possible-times.ts'
import type {
  ChannelRecord,
  DomainRecord,
  EmojiRecord,
  FolderRecord,
  GroupRecord,
  ImportRecord,
  LinkifierRecord,
  OrganizationRecord,
  PersonalRecord,
  PersonRecord,
  PictureRecord,
  PlaygroundRecord,
  ProfileFieldRecord,
  ProfileValueRecord,
  SubscriptionRecord,
  SystemBotRecord,
} from '@tagma/importers/record.ts'
import { MessageIds } from './message-ids.ts'
import { UploadAddresses } from './upload-addresses.ts'

/** Everything of a source but its messages, and what will come of those. */
export interface ImportPlan {
  readonly organization: OrganizationRecord
  readonly pictures: readonly PictureRecord[]
  readonly emoji: readonly EmojiRecord[]
  readonly linkifiers: readonly LinkifierRecord[]
  readonly domains: readonly DomainRecord[]
  readonly playgrounds: readonly PlaygroundRecord[]
  readonly folders: readonly FolderRecord[]
  readonly systemBots: readonly SystemBotRecord[]
  readonly people: readonly PersonRecord[]
  readonly groups: readonly GroupRecord[]
  readonly channels: readonly ChannelRecord[]
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly profileFields: readonly ProfileFieldRecord[]
  readonly profileValues: readonly ProfileValueRecord[]
  readonly personal: readonly PersonalRecord[]
  readonly uploads: UploadAddresses
  readonly messages: MessageIds
  /** Number of records by kind. */
  readonly counts: ReadonlyMap<ImportRecord['t'], number>
}

/** Records that are held in memory: people, channels, subscriptions, files and the like. */
const mostHeld = 5_000_000

/** Called now and then with the number of messages so far. */
export type Progress = (messages: number) => void

/**
 * Reads a whole source once, and keeps what has to be known before the first message. `owner` is the address of a person
 * who becomes an owner, whatever their role was.
 */
export async function planImport(
  records: AsyncIterable<ImportRecord>,
  progress: Progress,
  owner?: string,
): Promise<ImportPlan> {
  let organization: OrganizationRecord | undefined
  const pictures: PictureRecord[] = []
  const emoji: EmojiRecord[] = []
  const linkifiers: LinkifierRecord[] = []
  const domains: DomainRecord[] = []
  const playgrounds: PlaygroundRecord[] = []
  const folders: FolderRecord[] = []
  const systemBots: SystemBotRecord[] = []
  const people: PersonRecord[] = []
  const groups: GroupRecord[] = []
  const channels: ChannelRecord[] = []
  const subscriptions: SubscriptionRecord[] = []
  const profileFields: ProfileFieldRecord[] = []
  const profileValues: ProfileValueRecord[] = []
  const personal: PersonalRecord[] = []
  const uploads = new UploadAddresses()
  const messages = new MessageIds()
  const counts = new Map<ImportRecord['t'], number>()
  for await (const record of bounded(records)) {
    counts.set(record.t, (counts.get(record.t) ?? 0) + 1)
    if (record.t === 'message') {
      messages.add(record.key)
      if (messages.count % 1000 === 0) progress(messages.count)
    } else if (record.t === 'upload') uploads.add(record)
    else if (record.t === 'organization') organization = record
    else if (record.t === 'picture') pictures.push(record)
    else if (record.t === 'emoji') emoji.push(record)
    else if (record.t === 'linkifier') linkifiers.push(record)
    else if (record.t === 'domain') domains.push(record)
    else if (record.t === 'playground') playgrounds.push(record)
    else if (record.t === 'folder') folders.push(record)
    else if (record.t === 'system_bot') systemBots.push(record)
    else if (record.t === 'person') people.push(record)
    else if (record.t === 'group') groups.push(record)
    else if (record.t === 'channel') channels.push(record)
    else if (record.t === 'subscription') subscriptions.push(record)
    else if (record.t === 'profile_field') profileFields.push(record)
    else if (record.t === 'profile_value') profileValues.push(record)
    else if (record.t !== 'received' && record.t !== 'unread') personal.push(record)
  }
  if (!organization) throw new ImportProblem('There is no organization in it.')
  if (owner !== undefined) makeOwner(people, owner)
  requireOwner(people)
  return {
    organization,
    pictures,
    emoji,
    linkifiers,
    domains,
    playgrounds,
    folders,
    systemBots,
    people,
    groups,
    channels,
    subscriptions,
    profileFields,
    profileValues,
    personal,
    uploads,
    messages,
    counts,
  }
}

/** Passes on the records, as long as those that are held fit into memory. */
async function* bounded(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportRecord> {
  let held = 0
  for await (const record of records) {
    if (record.t !== 'message' && ++held > mostHeld)
      throw new ImportProblem(
        `It has more than ${mostHeld} things that are no messages, and only messages may be as many as fit on the disk.`,
      )
    yield withPossibleTimes(record)
  }
}

function makeOwner(people: PersonRecord[], email: string): void {
  const index = people.findIndex((one) => one.email.toLowerCase() === email.toLowerCase())
  const person = people[index]
  if (!person || person.botType !== null)
    throw new ImportProblem(
      `No person in it has the address ${email}: give --owner an address that somebody in it has.`,
    )
  people[index] = { ...person, role: roles.owner, isActive: true }
}

function requireOwner(people: readonly PersonRecord[]): void {
  const isOwner = (one: PersonRecord) =>
    one.role === roles.owner && one.isActive && one.botType === null && one.email !== ''
  if (!people.some(isOwner))
    throw new ImportProblem(
      'Nobody in it is an active owner with an email address, so nobody could administer it. Name a person in it by --owner iris@example.com.',
    )
}
