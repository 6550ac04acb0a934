import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { expect, onTestFinished, test } from 'vitest'
import { loadArchive } from '#areas/imports/load-archive.ts'
import { verifyArchive } from '#areas/imports/read-archive.ts'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { must } from '#model/must.ts'
import type { RowSource } from '#store/copying/row-store.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { type TestApp, testApp, testClient } from '#test/app.ts'
import { appOn, embeddedPlace, otherPlace, rowsOfEngine } from '#test/database-place.ts'
import { tar } from './tar.ts'
import { writeArchive } from './write-archive.ts'

type App = TestApp['app']

const all = { anchor: 'oldest', num_before: 0, num_after: 100 } as const

async function fileFor(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tagma-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'archive')
  await writeFile(path, bytes)
  return path
}

/** Writes the archive of an organization, and returns its bytes. */
async function archiveOf({ services }: App, rows: RowSource, organizationId: number): Promise<Buffer> {
  const { organization } = await services.data.directories.get(organizationId)
  const { id, uuid, name } = organization
  const head = {
    format: 'tagma-archive',
    version: 1,
    made_at: 1_700_000_000,
    made_by: 'a test',
    steps: await rows.steps(),
    organization: { id, uuid, subdomain: 'tea', name },
  } as const
  const { blobs, scratch } = services.outside
  const entries = writeArchive(head, { rows, blobs, scratch, progress: () => {} })
  return Buffer.concat(await Array.fromAsync(tar(entries, 0)))
}

/** An organization with a bit of everything. */
async function teaClub(t: TestApp) {
  const { iris, otto } = await t.given.members('iris', 'otto')
  const owner = await t.given.user('olga', { role: 'owner' })
  await t.given.bot('helper', iris)
  const channel = await t.given.channel([iris, otto], { name: 'tea' })
  const secret = await t.given.channel([iris], { name: 'secret', invite_only: true })
  const first = await t.given.message(iris, channel, { content: '**hot** @**otto** $$x^2$$' })
  await t.as(otto).call(addReaction, { message_id: first, emoji_name: 'octopus' })
  await t.as(iris).call(updateMessage, { message_id: first, content: '**cold** @**otto**' })
  await t.as(otto).call(updateMessageFlags, { messages: [first], op: 'add', flag: 'starred' })
  await t.given.message(iris, secret, { content: 'nobody else' })
  await t.given.message(otto, [iris], { content: 'just us' })
  await t
    .as(iris)
    .call(sendMessage, { type: 'channel', to: channel.id, topic: 'poll', content: '/poll Tea?\nyes' })
  await t.as(iris).call(createSavedSnippet, { title: 'Hi', content: 'Hello **you**' })
  await t.as(iris).call(createDrafts, {
    drafts: [{ type: 'stream', to: [channel.id], topic: 'later', content: 'not yet', timestamp: 1 }],
  })
  await t.app.services.outside.blobs.put(`${t.organizationId}/ab/token/tea.txt`, Buffer.from('two spoons'))
  await t.app.services.outside.blobs.put(`${t.organizationId}/cd/token/tea.txt`, Buffer.from('two spoons'))
  return { iris, otto, owner }
}

const found = async ({ services }: App) =>
  (await listOrganizations(services.data.db)).find(({ subdomain }) => subdomain === 'tea')

async function readable(app: App, email: string) {
  const organization = must(await found(app), 'it is there')
  const directory = await app.services.data.directories.get(organization.id)
  const user = must(directory.userByEmail(email), `${email} is there`)
  const { messages } = await testClient(app, 'tea.localhost', user).call(getMessages, all)
  return messages.map(({ id, content, flags, reactions }) => ({ id, content, flags, reactions }))
}

test('what a restored organization exports is byte for byte what was restored', async () => {
  const t = await testApp()
  const { iris, otto } = await teaClub(t)
  const before = await t.as(otto).call(getMessages, all)
  const rows = await rowsOfEngine(t.app.engine)
  const bytes = await archiveOf(t.app, rows, t.organizationId)
  await rows.close()
  for (const secret of [iris.apiKey, 'plain$']) expect(bytes.includes(secret)).toBe(false)

  const [there, back] = [await otherPlace(), await embeddedPlace()]
  for (const place of [there, back]) {
    const app = await appOn(place)
    const path = await fileFor(gzipSync(bytes))
    const archive = await verifyArchive(path, () => {})
    expect(archive.problems).toEqual([])
    const run = { path, archive, subdomain: 'tea', progress: () => {} }
    // The first run is cut off: nobody sees anything, and the second one ends it.
    const { transact } = app.services.data
    let commits = 0
    const data = { ...app.services.data }
    data.transact = (...args) => {
      if (++commits > 12) throw new Error('killed')
      return transact(...args)
    }
    await expect(loadArchive({ ...app.services, data }, run)).rejects.toThrow('killed')
    expect(await found(app)).toBeUndefined()
    const id = await loadArchive(app.services, run)
    expect(await readable(app, 'otto@example.com')).toEqual(
      before.messages.map(({ id: message, content, flags, reactions }) => ({
        id: message,
        content,
        flags,
        reactions,
      })),
    )
    const restored = await place.rows()
    expect((await archiveOf(app, restored, id)).equals(bytes)).toBe(true)
    await restored.close()
    await expect(loadArchive(app.services, run)).rejects.toThrow('is on this server already')
    await deleteOrganization(app.services, id)
  }
})

test('a damaged archive says where, and a hostile one is refused', async () => {
  const t = await testApp()
  await teaClub(t)
  const rows = await rowsOfEngine(t.app.engine)
  const bytes = await archiveOf(t.app, rows, t.organizationId)
  await rows.close()
  const verify = async (changed: Uint8Array) => verifyArchive(await fileFor(changed), () => {})
  const changed = (from: string, to: string) => {
    const copy = Buffer.from(bytes)
    copy.write(to, copy.indexOf(from))
    return copy
  }
  expect((await verify(changed('two spoons', 'ten spoons'))).problems).toEqual([
    expect.stringMatching(/^blobs\/.* has other contents than were written\.$/),
  ])
  expect((await verify(changed('nobody else', 'nobody ELSE'))).problems).toEqual([
    'tables/messages.jsonl has other contents than were written.',
    'messages has other rows.',
  ])
  await expect(verify(bytes.subarray(0, bytes.length - 5000))).rejects.toThrow('is no whole archive')
  await expect(verify(Buffer.from('PK'))).rejects.toThrow('no whole archive')
  await expect(verify(gzipSync(bytes).subarray(0, 2000))).rejects.toThrow('no whole archive')
  const entry = (name: string) => ({ name, size: 1, content: Buffer.from('x') })
  const made = async (names: readonly string[]) =>
    Buffer.concat(
      await Array.fromAsync(
        tar(
          (async function* () {
            for (const name of names) yield entry(name)
          })(),
          0,
        ),
      ),
    )
  for (const name of ['../x', '/etc/passwd', 'tables/../x.jsonl', 'C:\\x', 'blobs/ab/x'])
    await expect(verify(await made([name]))).rejects.toThrow('an entry that it cannot have')
  await expect(verify(await made(['files.jsonl']))).rejects.toThrow('does not begin as an archive')
})
