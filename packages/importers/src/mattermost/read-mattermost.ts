import { type Files, linesOf } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { LineMessage, LineRecord } from '../lines/line-records.ts'
import { readRecords } from '../lines/read-records.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ImportRecord } from '../record.ts'
import { isRow, type Row, textIn } from '../rows.ts'
import type { Sorter } from '../sorter.ts'
import { ChosenTeams } from './chosen-teams.ts'
import { channelsOf, membershipsOf, messagesOf, personOf, TeamNames } from './mattermost-rows.ts'
import { mattermostMarkdown } from './mattermost-text.ts'
import { fileIn } from './named-file.ts'

const exportFile = (files: Files): string | undefined =>
  files.names.find((name) => /^[^/]+\.jsonl$/.test(name))

/** Tells whether files are a bulk export of Mattermost: its first line has the version. */
export async function isMattermost(files: Files): Promise<boolean> {
  const file = exportFile(files)
  if (file === undefined) return false
  for await (const { text } of linesOf(files, file)) return /^\s*\{\s*"type"\s*:\s*"version"/.test(text)
  return false
}

/** Lines whose contents have no place here. */
const withoutUse = new Set(['version', 'scheme', 'role', 'info'])

/** Reads a bulk export of Mattermost. Each call reads it from the beginning and yields the same. */
export async function* readMattermost(
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const teams = new TeamNames()
  const chosen = await ChosenTeams.read(() => rowsOf(files), options.teams)
  for await (const { type, row } of chosenRows(files, chosen)) if (type === 'team') teams.addTeam(row)
  for await (const { type, row } of chosenRows(files, chosen)) if (type === 'channel') teams.addChannel(row)
  let isFirst = true
  const records = () => {
    const counted = isFirst ? losses : undefined
    isFirst = false
    return recordsOf(files, { teams, chosen }, counted)
  }
  yield* readRecords(
    {
      files,
      records,
      // Texts name the channels of their own team.
      markdown: ({ content, channel = '' }, names) =>
        mattermostMarkdown(content, channel.slice(0, channel.indexOf('/')), names),
    },
    sorter,
    { ...(teams.title === undefined ? {} : { name: teams.title }), ...options },
    losses,
  )
}

async function* rowsOf(files: Files): AsyncGenerator<{ type: string; row: Row; place: string }> {
  const file = exportFile(files)
  if (file === undefined) throw new ImportProblem('There is no file with the ending .jsonl.')
  for await (const { number, text } of linesOf(files, file)) {
    const place = `${file}, line ${number}`
    const line = parsed(text, place)
    const type = textIn(line, 'type')
    const row = line[type]
    if (type === '' || (!isRow(row) && !withoutUse.has(type)))
      throw new ImportProblem(`${place}: no line of a bulk export: an object with "type" was expected.`)
    yield { type, row: isRow(row) ? row : {}, place }
  }
}

async function* chosenRows(files: Files, chosen: ChosenTeams) {
  for await (const line of rowsOf(files)) {
    const row = chosen.take(line)
    if (row) yield { ...line, row }
  }
}

function parsed(text: string, place: string): Row {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ImportProblem(`${place}: no JSON: ${error.message.slice(0, 200)}`)
  }
  if (!isRow(value)) throw new ImportProblem(`${place}: an object was expected.`)
  return value
}

async function* recordsOf(
  files: Files,
  { teams, chosen }: { readonly teams: TeamNames; readonly chosen: ChosenTeams },
  losses: Losses | undefined,
): AsyncGenerator<LineRecord> {
  for await (const { type, row, place } of chosenRows(files, chosen)) {
    const messages = (team: string): LineMessage[] => messagesOf(row, { team, place, files }, losses)
    switch (type) {
      case 'user':
      case 'bot':
        yield personOf(row, type === 'bot', files)
        yield* membershipsOf(row)
        break
      case 'channel':
        yield channelsOf(row, teams)
        break
      case 'emoji':
        yield { t: 'emoji', name: textIn(row, 'name'), file: fileIn(files, textIn(row, 'image')) }
        break
      case 'post':
        yield* messages(textIn(row, 'team'))
        break
      case 'direct_post':
        yield* messages('')
        break
      case 'direct_channel':
        yield* membershipsOf(row)
        break
      default:
        if (type === 'team' || withoutUse.has(type)) break
        losses?.read(type)
        losses?.drop(type, 'type_not_known', 'state', place)
    }
  }
}
