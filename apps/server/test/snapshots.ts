import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { codeWith } from './guide.ts'
import { type Caller, ownerSettings, succeed } from './http-caller.ts'
import { type Installation, installation, makeSchema } from './server-process.ts'
import { uploadText } from './upload-text.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

/** Makes an empty folder for this test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tagma-snapshots-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Makes an installation whose server makes an owner. */
export async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const server = await installation({ ...ownerSettings, ...settings })
  onTestFinished(() => server.remove())
  return server
}

/** Sends a message with a file. */
export async function send(server: Installation, caller: Caller, name: string): Promise<void> {
  const content = `[${name}](${await uploadText(server, caller, `the file of ${name}`)})`
  await succeed(server.url, caller, 'POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'notes',
    content,
  })
}

/** The contents of the topic's messages, with those of their files. */
export async function read(server: Installation, caller: Caller): Promise<string[]> {
  const { messages } = await succeed(server.url, caller, 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  const found: string[] = []
  for (const { content } of messages as { content: string }[]) {
    const [, name = '', link = ''] = /^\[(.+)\]\((.+)\)$/.exec(content) ?? []
    const temporary = await succeed(server.url, caller, 'GET', link)
    found.push(`${name}: ${await (await fetch(`${server.url}${String(temporary.url)}`)).text()}`)
  }
  return found
}

/** The line that `read` returns for a message of `send`. */
export const fileOf = (name: string) => `${name}: the file of ${name}`

/** Runs `tagma` as a guide prints it, on other places. */
export async function follow(
  server: Installation,
  part: string,
  places: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  let command = codeWith('backup', 'sh', part).trim()
  for (const [place, other] of Object.entries(places)) command = command.replaceAll(place, other)
  const [program, ...args] = command.split(/\s+/)
  expect(program).toBe('tagma')
  return server.run(...args)
}

/** An empty installation on the other engine, if there are two in this run. */
export async function elsewhere(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  if (!onPostgres) return serve(settings)
  const { url, drop } = await makeSchema()
  onTestFinished(drop)
  return serve({ ...settings, DATABASE_URL: url })
}

/** Names of the snapshots in a place, oldest first. */
export const snapshotsIn = (place: string) => readdirSync(join(place, 'snapshots')).toSorted()

/** The files of a place that snapshots share. */
export const filesIn = (place: string) =>
  readdirSync(join(place, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
