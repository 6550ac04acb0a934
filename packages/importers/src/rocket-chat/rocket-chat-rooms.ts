import type { Files } from '../files.ts'
import type { LineChannel, LineMembership } from '../lines/line-records.ts'
import type { Losses } from '../losses.ts'
import { firstText, flagIn, numberIn, type Row, rowIn, textIn, textsIn } from '../rows.ts'
import { rowsOfCollection, timeIn } from './rocket-chat-rows.ts'

/** Where the messages of a room belong. */
export interface RoomPlace {
  /** Id of the room that becomes the channel; undefined for direct messages. */
  readonly channel: string | undefined
  /** Topic of a discussion; undefined elsewhere. */
  readonly topic: string | undefined
  /** Ids of all people of a direct conversation. */
  readonly people: readonly string[]
}

/** The rooms of a server: channels, discussions that become topics, and direct conversations. */
export class RocketChatRooms {
  readonly channels: LineChannel[] = []
  readonly memberships: LineMembership[] = []
  readonly places = new Map<string, RoomPlace>()
  /** Rooms whose messages are left out, with the reasons. */
  readonly leftOut = new Map<string, string>()
  /** Ids of rooms by the names that texts have for them. */
  readonly byName = new Map<string, string>()

  static async read(files: Files, losses: Losses): Promise<RocketChatRooms> {
    const rooms = new RocketChatRooms()
    const rows = new Map<string, Row>()
    for await (const row of rowsOfCollection(files, 'rocketchat_room')) rows.set(textIn(row, '_id'), row)
    const subscriptions: Row[] = []
    for await (const row of rowsOfCollection(files, 'rocketchat_subscription')) subscriptions.push(row)
    const members = Map.groupBy(subscriptions, (row) => textIn(row, 'rid'))
    const teams = new Map<string, string>()
    for (const row of rows.values())
      if (flagIn(row, 'teamMain')) teams.set(textIn(row, 'teamId'), nameOf(row))
    for (const row of rows.values()) rooms.#take(row, { rows, members, teams }, losses)
    for (const row of subscriptions) rooms.#join(row)
    return rooms
  }

  #take(
    row: Row,
    of: {
      readonly rows: ReadonlyMap<string, Row>
      readonly members: ReadonlyMap<string, readonly Row[]>
      readonly teams: ReadonlyMap<string, string>
    },
    losses: Losses,
  ): void {
    const [id, type] = [textIn(row, '_id'), textIn(row, 't')]
    losses.read('rooms')
    if (type === 'd') {
      const people = textsIn(row, 'uids')
      const subscribed = (of.members.get(id) ?? []).map((one) => textIn(rowIn(one, 'u'), '_id'))
      const all = people.length > 0 ? people : subscribed
      this.places.set(id, { channel: undefined, topic: undefined, people: all })
      return
    }
    if (type !== 'c' && type !== 'p') {
      losses.drop(
        'rooms',
        type === 'l' || type === 'v' ? 'conversation_with_a_guest' : 'kind_unknown',
        'content',
        id,
      )
      this.leftOut.set(id, 'room_left_out')
      return
    }
    const parent = parentOf(row, of.rows)
    if (parent) {
      this.places.set(id, { channel: textIn(parent, '_id'), topic: nameOf(row), people: [] })
      return
    }
    if (flagIn(row, 'ro')) losses.mend('rooms', 'everybody_may_write_now', 'state', nameOf(row))
    this.byName.set(textIn(row, 'name'), id)
    this.places.set(id, { channel: id, topic: undefined, people: [] })
    this.channels.push({
      t: 'channel',
      key: id,
      name: nameOf(row),
      folder: of.teams.get(textIn(row, 'teamId')),
      isDefault: flagIn(row, 'default'),
      description: ['description', 'topic', 'announcement']
        .map((column) => textIn(row, column).trim())
        .filter((part) => part !== '')
        .join('\n'),
      isPrivate: type === 'p',
      isArchived: flagIn(row, 'archived'),
      createdAt: timeIn(row, 'ts') ?? 0,
      members: [],
    })
  }

  #join(row: Row): void {
    const place = this.places.get(textIn(row, 'rid'))
    const person = textIn(rowIn(row, 'u'), '_id')
    // Who is in a discussion is in its channel, or will be: it has no members of its own here.
    if (!place || place.topic !== undefined || person === '') return
    const isUnread = flagIn(row, 'alert') || (numberIn(row, 'unread') ?? 0) > 0
    this.memberships.push({
      t: 'membership',
      person,
      channel: place.channel,
      people: place.people,
      isMuted: flagIn(row, 'disableNotifications') || flagIn(row, 'hideUnreadStatus'),
      isPinned: flagIn(row, 'f'),
      // Who has no alert has read all, whenever they were last there.
      readThrough: isUnread ? (timeIn(row, 'ls') ?? 0) : undefined,
    })
  }
}

const nameOf = (row: Row): string => firstText(row, 'fname', 'name') || textIn(row, '_id')

/**
 * Returns the room whose topic a discussion becomes. A private discussion of a public channel stays a channel of its own:
 * as a topic, more people could read it.
 */
function parentOf(row: Row, rows: ReadonlyMap<string, Row>): Row | undefined {
  let parent = rows.get(textIn(row, 'prid'))
  // Discussions of discussions belong to the channel of the first. Damaged data may turn in a circle.
  for (let depth = 0; parent && textIn(parent, 'prid') !== '' && depth < 10; depth++)
    parent = rows.get(textIn(parent, 'prid'))
  if (!parent || textIn(parent, 'prid') !== '') return undefined
  const [type, above] = [textIn(row, 't'), textIn(parent, 't')]
  return above === 'p' || (above === 'c' && type === 'c') ? parent : undefined
}
