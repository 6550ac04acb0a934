import type { Files } from '../files.ts'
import { listIn, type Row, textIn } from '../rows.ts'
import { emojiFile, fetchedEmoji, listedEmoji } from './emoji.ts'
import { avatarFile, avatarUrl, usersFile } from './people.ts'
import { fetchedFile, fileName, filesOf, isElsewhere, keptFiles } from './shared-files.ts'

/** A file that an export only has the address of. */
export interface SlackDownload {
  /** Name under which the reader finds it beside the files of the export. */
  readonly file: string
  readonly url: string
  /** True for files of messages: Slack asks for a token. */
  readonly isSecret: boolean
}

/** Servers of Slack that give files. */
export const isSlackHost = (host: string): boolean =>
  host === 'files.slack.com' || host.endsWith('.slack-edge.com')

/** Yields the files that are not in an export, each once: those of messages, pictures of people and custom emoji. */
export async function* slackDownloads(files: Files): AsyncGenerator<SlackDownload> {
  for (const row of listIn(usersFile, await files.json(usersFile))) {
    const [url, file] = [avatarUrl(row), avatarFile(textIn(row, 'id'))]
    if (url !== undefined && isFetched(url) && files.size(file) === undefined)
      yield { file, url, isSecret: false }
  }
  if (files.size(emojiFile) !== undefined)
    for (const [name, url] of await listedEmoji(files))
      if (isFetched(url) && files.size(fetchedEmoji(name)) === undefined)
        yield { file: fetchedEmoji(name), url, isSecret: false }
  const done = new Set(keptFiles(files).keys())
  for (const name of files.names) {
    if (!/\/\d{4}-\d\d-\d\d\.json$/.test(name)) continue
    for (const message of listIn(name, await files.json(name)))
      for (const row of filesOf(message)) {
        const [id, url] = [textIn(row, 'id'), addressOf(row)]
        if (!/^[A-Z0-9]{3,30}$/.test(id) || done.has(id) || isElsewhere(row) || !isFetched(url)) continue
        done.add(id)
        yield { file: fetchedFile(id, fileName(row)), url, isSecret: true }
      }
  }
}

const addressOf = (row: Row): string => textIn(row, 'url_private_download') || textIn(row, 'url_private')

function isFetched(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed?.protocol === 'https:' && isSlackHost(parsed.hostname)
}
