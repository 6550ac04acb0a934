import { createHash } from 'node:crypto'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { askForOwnExport } from '@tagma/contract/endpoints/exports/ask-for-own-export.ts'
import { deleteOwnExport } from '@tagma/contract/endpoints/exports/delete-own-export.ts'
import { getOwnExports } from '@tagma/contract/endpoints/exports/get-own-exports.ts'
import { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { personTables } from '#store/people/person-rows.ts'
import { listTables } from '#store/sql/list-tables.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { readTables } from '#test/read-tables.ts'
import { unpackedZip } from '#test/unpacked-zip.ts'
import { unspoken } from '#test/unspoken.ts'
import { makeExportsJob } from './make-exports-job.ts'

const makeExports = (t: TestApp) => makeExportsJob.run(t.app.services, t.organizationId)

const newest = async (t: TestApp, caller: Account) =>
  (await t.as(caller).call(getOwnExports, {})).exports.at(-1)

/** Asks for an archive of somebody's own data; returns its files by name. */
async function archiveOf(t: TestApp, caller: Account, include_received = false) {
  await t.as(caller).call(askForOwnExport, { include_received })
  await makeExports(t)
  const url = (await newest(t, caller))?.export_url ?? ''
  const archive = await t.app.http.inject({ url: new URL(url).pathname, headers: { host: t.host } })
  expect([archive.statusCode, archive.headers['content-type']]).toEqual([200, 'application/zip'])
  return unpackedZip(archive.rawPayload)
}

type Files = ReadonlyMap<string, Buffer>

const rowsIn = (files: Files, name: string) =>
  JSON.parse(files.get(name)?.toString() ?? 'null') as Record<string, unknown>[]

/** Columns that name somebody whose data a row is, in any table. */
const personal = /^(user_id|owner_id|bot_owner_id|sender_id|author_id|inviter_id)$/

/** Tables with such a column of which nothing is in the archive, and why. */
const leftOut: Readonly<Record<string, string>> = {
  bots: 'of bots, which belong to the organization; the list of one’s bots is there',
  bot_commands: 'of bots',
  bot_storage: 'of bots',
  feeds: 'of bots',
  hook_payloads: 'of bots',
  hook_templates: 'of bots',
  conversation_participants: 'the messages say who takes part',
  messages: 'each is in a file of its own',
  event_queues: 'clients that are connected now',
  held_notifications: 'on its way',
  idempotency_keys: 'of the last day, for repeated calls',
  notified_messages: 'on its way',
  outgoing_pushes: 'on its way',
  sent_messages: 'of the last hours, for repeated calls',
  waiting_email_notifications: 'on its way',
  password_resets: 'secrets of links',
  recovery_codes: 'secrets',
  sign_in_flows: 'a sign-in that is going on',
  webex_tokens: 'a secret',
}

test('every table with data of people is in their archive, or has a reason not to be', async () => {
  const t = await testApp()
  const tables = await listTables(t.app.services.data.db)
  const given = new Set<string>(Object.values(personTables).map(({ table }) => table))
  const forgotten = [...tables]
    .filter(([name, columns]) => [...columns].some((column) => personal.test(column)) && !given.has(name))
    .map(([name]) => name)
  expect(forgotten.toSorted()).toEqual(Object.keys(leftOut).toSorted())
  const unknown = Object.values(personTables).flatMap(({ table, columns, order }) =>
    [...columns, ...order].filter((column) => !tables.get(table)?.has(column)),
  )
  expect(unknown).toEqual([])
})

test('no column of an archive is a secret', () => {
  const columns = Object.values(personTables).flatMap(({ table, columns: all }) =>
    all.map((column) => `${table}.${column}`),
  )
  expect(
    columns.filter((column) =>
      /\.(\w*(hash|secret|sealed|api_key|p256dh|push_key|challenge|salt)\w*|auth|token)$/.test(column),
    ),
  ).toEqual([])
})

test('somebody’s archive has all that is theirs, and no more', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto], { name: 'weaving' })
  const bytes = new TextEncoder().encode('a pattern')
  const upload = await t
    .as(iris)
    .call(uploadFile, { file: [{ filename: 'my pattern.txt', contentType: 'text/plain', bytes }] })
  const first = await t.given.message(iris, channel, { content: 'First <b>words</b>', topic: 'looms' })
  await t.as(iris).call(updateMessage, { message_id: first, content: 'Better words' })
  const second = await t.given.message(iris, [otto], { content: `Look: [it](${upload.url})` })
  const foreign = await t.given.message(otto, channel, { content: 'Words of otto' })
  await t.given.message(otto, [iris], { content: 'To iris alone' })
  await t.as(iris).call(addReaction, { message_id: foreign, emoji_name: 'octopus' })
  await t.as(otto).call(addReaction, { message_id: first, emoji_name: 'tada' })
  await t.as(iris).call(createSavedSnippet, { title: 'Greeting', content: 'Good morning' })
  await t.as(iris).call(createDrafts, {
    drafts: [{ type: 'stream', to: [channel.id], topic: 'looms', content: 'Half a tho', timestamp: 1 }],
  })
  const files = await archiveOf(t, iris)
  const messages = rowsIn(files, 'messages/messages-000001.json')
  expect(messages).toMatchObject([
    {
      id: first,
      sender: { id: iris.id, name: 'iris' },
      channel_id: channel.id,
      channel: 'weaving',
      topic: 'looms',
      people: [],
      content: 'Better words',
      edited_at: t.clock.now() / 1000,
      history: [{ user_id: iris.id, content: 'First <b>words</b>' }],
      reactions: [{ user_id: otto.id, emoji: 'tada' }],
    },
    {
      id: second,
      channel_id: null,
      channel: null,
      topic: null,
      people: [{ name: 'iris' }, { name: 'otto' }],
    },
  ])
  expect(rowsIn(files, 'data/account.json')).toMatchObject([
    { id: iris.id, delivery_email: iris.email, settings: {} },
  ])
  expect(rowsIn(files, 'data/reactions.json')).toMatchObject([{ message_id: foreign, name: 'octopus' }])
  expect(rowsIn(files, 'data/snippets.json')).toMatchObject([{ title: 'Greeting', content: 'Good morning' }])
  expect(rowsIn(files, 'data/drafts.json')).toMatchObject([
    { content: 'Half a tho', recipients: [channel.id] },
  ])
  expect(rowsIn(files, 'data/subscriptions.json')).toMatchObject([
    { channel: 'general', is_active: 1 },
    { channel_id: channel.id, channel: 'weaving', is_active: 1 },
  ])
  expect(rowsIn(files, 'data/audit-log.json').map(({ action }) => action)).toContain('export.asked')
  const [kept] = rowsIn(files, 'data/uploads.json')
  expect(files.get(`files/${Number(kept?.id)}-my pattern.txt`)?.toString()).toBe('a pattern')
  const page = files.get('messages/messages-000001.html')?.toString()
  expect(page).toContain(`href="../files/${Number(kept?.id)}-my%20pattern.txt"`)
  expect(page).toContain('First &lt;b&gt;words&lt;/b&gt;')
  const index = files.get('index.html')?.toString()
  expect(index).toContain('weaving &gt; looms')
  expect(index).not.toContain('<script')
  const all = [...files.values()].map(String).join('\n')
  expect(all).not.toContain('Words of otto')
  expect(all).not.toContain('To iris alone')
  const users = (await readTables(t.app.services.data.db)).get('users') ?? []
  const key = users.find(({ id }) => id === iris.id)?.api_key
  expect(all).not.toContain(String(key))
})

test('with what others sent, an archive has direct messages and their files, but no channels', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const upload = await t.as(otto).call(uploadFile, {
    file: [{ filename: 'of otto.txt', contentType: 'text/plain', bytes: new TextEncoder().encode('otto') }],
  })
  await t.given.message(otto, [iris], { content: `For iris: [it](${upload.url})` })
  await t.given.message(otto, channel, { content: 'In the channel' })
  await t.given.message(otto, [mia], { content: 'For mia' })
  const files = await archiveOf(t, iris, true)
  const said = rowsIn(files, 'messages/messages-000001.json').map(({ content }) => content)
  expect(said).toEqual([`For iris: [it](${upload.url})`])
  const hashes = [...files].filter(([name]) => name.startsWith('files/')).map(([, file]) => sha256(file))
  expect(hashes).toEqual([sha256(Buffer.from('otto'))])
  expect(await newest(t, iris)).toMatchObject({ include_received: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** An archive with a changed message, for somebody who reads a language; its two kinds of pages. */
async function pagesIn(language: string) {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.as(iris).call(updateSettings, { default_language: language })
  const id = await t.given.message(iris, [otto], { content: 'moin' })
  await t.as(iris).call(updateMessage, { message_id: id, content: 'moin moin' })
  await t.as(otto).call(addReaction, { message_id: id, emoji_name: 'tada' })
  const files = await archiveOf(t, iris, true)
  const textOf = (name: string) => files.get(name)?.toString() ?? ''
  const values = [t.directory.organization.name, 'iris', 'otto', 'moin', 'UTC', 'example.com', 'tada']
  return { index: textOf('index.html'), messages: textOf('messages/messages-000001.html'), files, values }
}

test('the pages of an archive are in German for whoever reads German', async () => {
  const { index, messages } = await pagesIn('de')
  for (const page of [index, messages]) {
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('Direktnachrichten: iris, otto')
  }
  expect(index).toContain('<h1>Daten von iris</h1>')
  expect(messages).toContain('bearbeitet: ')
})

test.each([
  ['en-XA', 'lang="en-XA"'],
  ['ar-XB', 'lang="ar-XB" dir="rtl"'],
])('the pages of an archive in %s say nothing outside the catalogs', async (language, attributes) => {
  const { index, messages, files, values } = await pagesIn(language)
  for (const page of [index, messages]) expect(page).toContain(`<html ${attributes}>`)
  expect(index).toContain('⟦Data of iris')
  expect(unspoken(messages, values)).toEqual([])
  // Files are named by what they are in the API.
  const stems = [...files.keys()].map((name) => /([^/]+)\.json$/.exec(name)?.[1] ?? name)
  const names = [...files.keys(), ...stems].toSorted((a, b) => b.length - a.length)
  expect(unspoken(index, [...names, ...values])).toEqual([])
})

test('a place where somebody is no longer let in is not named in their archive', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const open = await t.given.channel([owner, iris, otto], { name: 'open' })
  const hidden = await t.given.channel([owner, otto], { name: 'takeover', invite_only: true })
  const id = await t.given.message(iris, open, { content: 'My words', topic: 'plans' })
  await t.as(owner).call(updateMessage, {
    message_id: id,
    stream_id: hidden.id,
    topic: 'secret plans',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  })
  const files = await archiveOf(t, iris)
  expect(rowsIn(files, 'messages/messages-000001.json')).toMatchObject([
    { id, channel: null, topic: null, content: 'My words' },
  ])
  const all = [...files.values()].map(String).join('\n')
  expect(all).not.toMatch(/takeover|secret plans/)
})

test('only its person sees an archive, is told of it, and may delete it; it ends after a week', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris } = await t.given.members('iris')
  let id = 0
  const asked = await converge(t, [iris, owner], async () => {
    id = (await t.as(iris).call(askForOwnExport, {})).id
  })
  expect(asked.get(iris.id)).toMatchObject([{ type: 'tagma_exports', kind: 'own' }])
  expect(asked.get(owner.id)).toEqual([])
  expect((await t.as(iris).refusal(deleteOwnExport, { export_id: id })).message).toBe(
    'Export still in progress',
  )
  const made = await converge(t, [iris, owner], () => makeExports(t))
  expect(made.get(iris.id)).toMatchObject([{ type: 'tagma_exports', kind: 'own' }])
  expect(made.get(owner.id)).toEqual([])
  const now = t.clock.now() / 1000
  const done = await newest(t, iris)
  expect(done).toEqual({
    id,
    export_time: now,
    finished_timestamp: now,
    failed_timestamp: null,
    deleted_timestamp: null,
    expiry_timestamp: now + 7 * 24 * 3600,
    export_url: expect.stringMatching(/^http:/),
    include_received: false,
  })
  expect((await t.as(owner).call(getRealmExports, {})).exports).toEqual([])
  expect((await t.as(owner).call(getOwnExports, {})).exports).toEqual([])
  expect((await t.as(owner).refusal(deleteOwnExport, { export_id: id })).message).toBe(
    'Invalid data export ID',
  )
  const path = new URL(done?.export_url ?? '').pathname
  t.clock.advance({ days: 7 })
  const ended = await converge(t, [iris, owner], () => makeExports(t))
  expect(ended.get(iris.id)).toMatchObject([{ type: 'tagma_exports', kind: 'own' }])
  expect((await t.page(path)).status).toBe(404)
  expect(await newest(t, iris)).toMatchObject({
    export_url: null,
    expiry_timestamp: null,
    deleted_timestamp: t.clock.now() / 1000,
  })
  const { audit_log } = await t.as(owner).call(getAuditLog, { everybody: true, target_kind: 'export' })
  expect(audit_log.map(({ action, actor_id, target_id }) => [action, actor_id, target_id])).toEqual([
    ['export.deleted', null, id],
    ['export.asked', iris.id, id],
  ])
  for (let count = 0; count < 3; count++) await t.as(iris).call(askForOwnExport, {})
  expect((await t.as(iris).refusal(askForOwnExport, {})).message).toBe(
    'Your data can be asked for 3 times within a day.',
  )
})
