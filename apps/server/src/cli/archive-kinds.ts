import { isCsv, readCsv } from '@tagma/importers/csv/read-csv.ts'
import { isDiscord, readDiscord } from '@tagma/importers/discord/read-discord.ts'
import type { Files } from '@tagma/importers/files.ts'
import { isLines, readLines } from '@tagma/importers/lines/read-lines.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import { isMattermost, readMattermost } from '@tagma/importers/mattermost/read-mattermost.ts'
import type { ReadOptions } from '@tagma/importers/read-options.ts'
import type { ImportRecord } from '@tagma/importers/record.ts'
import { isRocketChat, readRocketChat } from '@tagma/importers/rocket-chat/read-rocket-chat.ts'
import { isSlack, readSlack } from '@tagma/importers/slack/read-slack.ts'
import type { Sorter } from '@tagma/importers/sorter.ts'
import { isTeams, teamsReader } from '@tagma/importers/teams/read-teams.ts'
import { isZulip, readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { parseHtml } from './parse-html.ts'

/** A product whose archives can be imported. */
export interface ArchiveKind {
  readonly title: string
  /** Files by which one knows it, in words. */
  readonly signs: string
  isIn(files: Files): boolean | Promise<boolean>
  read(files: Files, sorter: Sorter, options: ReadOptions, losses: Losses): AsyncIterable<ImportRecord>
}

/** All kinds, by the names that `--from` takes. */
export const archiveKinds: Readonly<Record<string, ArchiveKind>> = {
  zulip: {
    title: 'Zulip',
    signs: 'realm.json',
    isIn: isZulip,
    read: (files, _, __, losses) => readZulip(files, losses),
  },
  slack: {
    title: 'Slack',
    signs: 'users.json and channels.json',
    isIn: isSlack,
    read: readSlack,
  },
  mattermost: {
    title: 'Mattermost',
    signs: 'a .jsonl whose first line has the version',
    isIn: isMattermost,
    read: readMattermost,
  },
  discord: {
    title: 'Discord',
    signs: 'JSON of DiscordChatExporter, with guild, channel and messages',
    isIn: isDiscord,
    read: readDiscord,
  },
  'rocket-chat': {
    title: 'Rocket.Chat',
    signs: 'rocketchat_message.bson, as mongodump writes it',
    isIn: isRocketChat,
    read: readRocketChat,
  },
  teams: {
    title: 'Microsoft Teams',
    signs: 'users/usersList.json and teams/teamsList.json',
    isIn: isTeams,
    read: teamsReader(parseHtml),
  },
  lines: {
    title: 'lines of JSON',
    signs: 'a .jsonl with records that begin with {"t":…}',
    isIn: isLines,
    read: readLines,
  },
  csv: {
    title: 'CSV',
    signs: 'a .csv with the columns time, sender and content',
    isIn: isCsv,
    read: readCsv,
  },
}
