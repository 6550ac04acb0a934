import type { Row } from '../rows.ts'

/** Builds bulk exports of Mattermost in their documented form, for tests. */
export class MattermostExportBuilder {
  readonly #lines: Row[] = [{ type: 'version', version: 1 }]
  /** Files of the archive beside its lines. */
  readonly others = new Map<string, string | Uint8Array>()
  #at = 1_709_294_400_000

  add(type: string, row: Row): void {
    this.#lines.push({ type, [type]: row })
  }

  team(name: string, display: string): void {
    this.add('team', { name, display_name: display, type: 'O', description: '', allow_open_invite: false })
  }

  channel(team: string, name: string, display: string, columns: Row = {}): void {
    this.add('channel', { team, name, display_name: display, type: 'O', header: '', purpose: '', ...columns })
  }

  /** A person in channels of teams: `{ tea: { general: {} } }`. */
  user(
    name: string,
    teams: Readonly<Record<string, Readonly<Record<string, Row>>>>,
    columns: Row = {},
  ): void {
    this.add('user', {
      username: name,
      email: `${name}@example.com`,
      auth_service: '',
      nickname: '',
      first_name: name,
      last_name: '',
      roles: 'system_user',
      delete_at: 0,
      teams: Object.entries(teams).map(([team, channels]) => ({
        name: team,
        roles: 'team_user',
        channels: Object.entries(channels).map(([channel, row]) => ({
          name: channel,
          roles: 'channel_user',
          ...row,
        })),
      })),
      ...columns,
    })
  }

  post(team: string, channel: string, user: string, message: string, columns: Row = {}): void {
    this.#at += 1000
    this.add('post', {
      team,
      channel,
      user,
      message,
      props: {},
      create_at: this.#at,
      replies: [],
      ...columns,
    })
  }

  direct(members: readonly string[], user: string, message: string, columns: Row = {}): void {
    this.#at += 1000
    this.add('direct_post', { channel_members: members, user, message, create_at: this.#at, ...columns })
  }

  /** All files of the archive by their names. */
  files(): Map<string, string | Uint8Array> {
    const lines = this.#lines.map((line) => JSON.stringify(line)).join('\n')
    return new Map([['import.jsonl', `${lines}\n`], ...this.others])
  }
}
