import { type Files, itemsOf } from '../files.ts'
import type { LineNames } from '../lines/line-messages.ts'
import type {
  LineChannel,
  LineMembership,
  LineMessage,
  LinePerson,
  LineRecord,
} from '../lines/line-records.ts'
import { readRecords } from '../lines/read-records.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ImportRecord } from '../record.ts'
import { firstText, flagIn, listIn, type Row, rowIn, textIn } from '../rows.ts'
import type { Sorter } from '../sorter.ts'
import { TeamsChats } from './teams-chats.ts'
import { type ParseHtml, teamsMarkdown } from './teams-html.ts'
import { subjectMark, type TeamsMessage, teamsMessage } from './teams-messages.ts'

/** Returns the path of a file that ends like this; the export may lie in a folder. */
const fileEnding = (files: Files, ending: string): string | undefined =>
  files.names.find((name) => name === ending || name.endsWith(`/${ending}`))

/** Tells whether files are an export of the service for teams. */
export const isTeams = (files: Files): boolean =>
  fileEnding(files, 'users/usersList.json') !== undefined &&
  fileEnding(files, 'teams/teamsList.json') !== undefined

/**
 * Makes a reader of exports of Microsoft Teams, whose messages are HTML. Each call reads an export from the beginning and
 * yields the same.
 */
export const teamsReader = (parse: ParseHtml) =>
  async function* readTeams(
    files: Files,
    sorter: Sorter,
    options: ReadOptions,
    losses: Losses,
  ): AsyncGenerator<ImportRecord> {
    const teams = await TeamsExport.read(files, losses)
    let isFirst = true
    const records = () => {
      const counted = isFirst ? losses : undefined
      isFirst = false
      return teams.records(counted)
    }
    yield* readRecords(
      {
        files,
        records,
        markdown: (message, names) => textOf(message, names, { parse, losses }),
      },
      sorter,
      options,
      losses,
    )
  }

/** Converts the text of a message. */
function textOf(
  message: LineMessage,
  names: LineNames,
  { parse, losses }: { readonly parse: ParseHtml; readonly losses: Losses },
): string {
  // Only this reader's own messages come here.
  const { mentions, isHtml, content } = message as TeamsMessage
  const [, subject = '', after = content] = content.startsWith(subjectMark) ? content.split(subjectMark) : []
  const text = isHtml
    ? teamsMarkdown(
        after,
        {
          mention(id) {
            const person = Object.hasOwn(mentions, id) ? mentions[id] : undefined
            if (person === undefined) return undefined
            return person === '' ? '@**all**' : names.person(person)
          },
        },
        parse,
        () => losses.mend('pictures', 'not_in_the_archive', 'content', message.key),
      )
    : after
  return subject === '' ? text : `**${subject.replaceAll('*', '')}**\n\n${text}`
}

interface Team {
  readonly id: string
  readonly name: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
}

const roles = { member: 400, guest: 600 } as const

/** The lists of an export, and where its messages lie. */
class TeamsExport {
  readonly #files: Files
  readonly #people: LinePerson[] = []
  readonly #channels: LineChannel[] = []
  readonly #memberships: LineMembership[] = []
  readonly #chats = new TeamsChats()
  readonly #teamFiles: string[] = []
  /** Files with messages of chats, with the person whose they are. */
  readonly #chatFiles: (readonly [file: string, owner: string])[] = []

  private constructor(files: Files) {
    this.#files = files
  }

  static async read(files: Files, losses: Losses): Promise<TeamsExport> {
    const made = new TeamsExport(files)
    for (const row of await made.#list('users/usersList.json')) made.#people.push(personOf(row))
    const archived = new Set(
      (await made.#list('teams/teamsSettings.json'))
        .filter((row) => flagIn(row, 'IsArchived'))
        .map((row) => textIn(row, 'Id')),
    )
    const teams = (await made.#list('teams/teamsList.json')).map((row): Team => {
      const id = firstText(row, 'GroupsId', 'GroupId', 'Id')
      return {
        id,
        name: firstText(row, 'Name', 'DisplayName') || id,
        isPrivate: textIn(row, 'Privacy').toLowerCase() === 'private',
        isArchived: archived.has(id),
      }
    })
    for (const team of teams) await made.#readTeam(team, losses)
    await made.#readChats()
    return made
  }

  async *records(losses: Losses | undefined): AsyncGenerator<LineRecord> {
    yield* this.#people
    yield* this.#channels
    yield* this.#memberships
    const known = new Set(this.#channels.map(({ key }) => key))
    const seen = new Set<string>()
    for (const file of this.#teamFiles)
      for await (const row of itemsOf(this.#files, file)) {
        const channel = textIn(rowIn(row, 'ChannelIdentity'), 'ChannelId')
        if (!known.has(channel)) losses?.mend('messages', 'channel_unknown', 'state', textIn(row, 'Id'))
        const message = teamsMessage(row, { channel: channel || 'unknown', people: [] }, losses)
        if (message) yield message
      }
    for (const [file] of this.#chatFiles)
      for await (const row of itemsOf(this.#files, file)) {
        const chat = textIn(row, 'ChatId')
        const key = `${chat} ${textIn(row, 'Id')}`
        // Each person of a chat has its messages in a file of their own.
        if (seen.has(key)) continue
        seen.add(key)
        const message = teamsMessage(row, { channel: undefined, people: this.#chats.peopleOf(chat) }, losses)
        if (message) yield { ...message, key }
      }
  }

  async #readTeam(team: Team, losses: Losses): Promise<void> {
    const of = (what: string) => `teams/${team.id}/${what}_${team.id}.json`
    losses.read('teams')
    const members = (await this.#list(of('teamMembers'))).map((row) => textIn(row, 'UserId'))
    for (const row of await this.#list(of('channels'))) {
      const key = textIn(row, 'Id')
      const kind = textIn(row, 'MembershipType')
      const isOfAll = kind === '' || kind === 'standard'
      // Who is in a private channel is in no list.
      if (!isOfAll) losses.mend('channels', 'members_not_in_the_export', 'state', textIn(row, 'DisplayName'))
      this.#channels.push(channelOf(row, team, isOfAll))
      if (isOfAll)
        for (const person of members)
          this.#memberships.push({
            t: 'membership',
            person,
            channel: key,
            people: [],
            isMuted: false,
            isPinned: false,
            readThrough: undefined,
          })
    }
    const messages = fileEnding(this.#files, of('messages'))
    if (messages !== undefined) this.#teamFiles.push(messages)
  }

  async #readChats(): Promise<void> {
    for (const file of this.#files.names.toSorted()) {
      const [, owner] = /(?:^|\/)users\/([^/]+)\/messages_[^/]+\.json$/.exec(file) ?? []
      if (owner === undefined) continue
      this.#chatFiles.push([file, owner])
      for await (const row of itemsOf(this.#files, file)) this.#chats.lookAt(owner, row)
    }
  }

  async #list(ending: string): Promise<Row[]> {
    const file = fileEnding(this.#files, ending)
    return file === undefined ? [] : listIn(file, await this.#files.json(file))
  }
}

function personOf(row: Row): LinePerson {
  const key = textIn(row, 'Id')
  return {
    t: 'person',
    key,
    name: firstText(row, 'DisplayName', 'GivenName', 'UserPrincipalName') || key,
    email: emailOf(row),
    role: isGuest(row) ? roles.guest : roles.member,
    isActive: true,
    isBot: false,
    timezone: '',
    avatar: undefined,
  }
}

/** Guests have the address that they have elsewhere in their name: `iris_example.com#EXT#@tea.onmicrosoft.com`. */
const isGuest = (row: Row): boolean => textIn(row, 'UserPrincipalName').includes('#EXT#')

const emailOf = (row: Row): string =>
  textIn(row, 'Mail') || (isGuest(row) ? '' : textIn(row, 'UserPrincipalName'))

function channelOf(row: Row, team: Team, isOfAll: boolean): LineChannel {
  const name = firstText(row, 'DisplayName') || textIn(row, 'Id')
  return {
    t: 'channel',
    key: textIn(row, 'Id'),
    // Each team has a channel of this name.
    name: name === 'General' ? team.name : name,
    folder: team.name,
    isDefault: false,
    description: textIn(row, 'Description'),
    isPrivate: team.isPrivate || !isOfAll,
    isArchived: team.isArchived || flagIn(row, 'IsArchived'),
    createdAt: Math.max(0, Date.parse(textIn(row, 'CreatedDateTime')) / 1000 || 0),
    members: [],
  }
}
