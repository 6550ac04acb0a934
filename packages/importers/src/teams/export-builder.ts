import type { Row } from '../rows.ts'

interface TeamsChannel {
  readonly team: string
  readonly id: string
}

/** Builds exports of Microsoft Teams in their documented form, for tests. */
export class TeamsExportBuilder {
  readonly users: Row[] = []
  readonly teams: Row[] = []
  readonly settings: Row[] = []
  readonly #lists = new Map<string, Row[]>()
  #at = Date.UTC(2024, 2, 1, 12)

  user(name: string, columns: Row = {}): string {
    const id = `00000000-0000-0000-0000-${name.padStart(12, '0')}`
    this.users.push({
      Id: id,
      DisplayName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
      Mail: `${name}@example.com`,
      UserPrincipalName: `${name}@example.com`,
      ...columns,
    })
    return id
  }

  team(name: string, members: readonly string[], columns: Row = {}): string {
    const id = `team-${this.teams.length + 1}`
    this.teams.push({ Name: name, Privacy: 'Public', GroupsId: id, ...columns })
    for (const member of members) this.#add(`teams/${id}/teamMembers_${id}.json`, { UserId: member })
    return id
  }

  channel(team: string, name: string, columns: Row = {}): TeamsChannel {
    const id = `19:${name}-${team}@thread.tacv2`
    this.#add(`teams/${team}/channels_${team}.json`, {
      Id: id,
      DisplayName: name,
      CreatedDateTime: '2024-01-02T03:04:05Z',
      MembershipType: 'standard',
      IsArchived: false,
      ...columns,
    })
    return { team, id }
  }

  /** Posts in a channel, a second after the message before; returns its id. */
  post(user: string, { team, id: channel }: TeamsChannel, html: string, columns: Row = {}): string {
    const row = this.#message(user, html, {
      ChannelIdentity: { ChannelId: channel, TeamId: team },
      ChatId: null,
      ...columns,
    })
    this.#add(`teams/${team}/messages_${team}.json`, row)
    return String(row.Id)
  }

  /** Writes to a chat. Each of its people has the message in a file of theirs. */
  chat(user: string, chat: string, people: readonly string[], html: string, columns: Row = {}): string {
    const row = this.#message(user, html, { ChatId: chat, ChannelIdentity: null, ...columns })
    for (const person of people) this.#add(`users/${person}/messages_${person}.json`, row)
    return String(row.Id)
  }

  #message(user: string, html: string, columns: Row): Row {
    this.#at += 1000
    return {
      Id: String(this.#at),
      Body: { ContentType: 'html', Content: html },
      CreatedDateTime: new Date(this.#at).toISOString(),
      LastEditedDateTime: null,
      DeletedDateTime: null,
      Subject: '',
      PolicyViolation: null,
      ReplyToId: null,
      From: { Application: null, Device: null, User: { Id: user, DisplayName: user } },
      Attachments: [],
      Mentions: [],
      Reactions: [],
      MessageHistory: null,
      MessageType: 'message',
      ...columns,
    }
  }

  #add(file: string, row: Row): void {
    const rows = this.#lists.get(file)
    if (rows) rows.push(row)
    else this.#lists.set(file, [row])
  }

  /** All files of the export by their names. */
  files(): Map<string, string> {
    const lists = new Map([
      ['users/usersList.json', this.users],
      ['teams/teamsList.json', this.teams],
      ['teams/teamsSettings.json', this.settings],
      ...this.#lists,
    ])
    return new Map([...lists].map(([name, rows]) => [name, JSON.stringify(rows)]))
  }
}

/** A reaction of somebody, as messages have it. */
export const teamsReaction = (type: string, user: string): Row => ({
  ReactionType: type,
  User: { User: { Id: user } },
})

/** A mention of somebody, as messages have it; its HTML is `<at id="…">`. */
export const teamsMention = (id: number, user: string): Row => ({
  Id: id,
  MentionText: user,
  Mentioned: { Application: null, Conversation: null, Tag: null, User: { Id: user } },
})
