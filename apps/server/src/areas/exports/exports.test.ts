import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { uploadCustomEmoji } from '@tagma/contract/endpoints/emoji/upload-custom-emoji.ts'
import { deleteRealmExport } from '@tagma/contract/endpoints/exports/delete-realm-export.ts'
import { exportRealm } from '@tagma/contract/endpoints/exports/export-realm.ts'
import { getRealmExportConsents } from '@tagma/contract/endpoints/exports/get-realm-export-consents.ts'
import { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import type { ExportType } from '@tagma/contract/objects/realm-export.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { topicConversation } from '#store/messages/conversations.ts'
import { insertMessage } from '#store/messages/messages.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { picture } from '#test/pictures.ts'
import { makeExportsJob } from './make-exports-job.ts'

const makeExports = (t: TestApp) => makeExportsJob.run(t.app.services, t.organizationId)

const newest = async (t: TestApp, caller: Account) =>
  (await t.as(caller).call(getRealmExports, {})).exports.at(-1)

/** Makes an export and unpacks it; returns the files by name. */
async function files(t: TestApp, caller: Account, export_type: ExportType) {
  await t.as(caller).call(exportRealm, { export_type })
  await makeExports(t)
  const url = (await newest(t, caller))?.export_url ?? ''
  const archive = await t.app.http.inject({ url: new URL(url).pathname, headers: { host: t.host } })
  expect([archive.statusCode, archive.headers['content-type']]).toEqual([200, 'application/gzip'])
  const folder = mkdtempSync(join(tmpdir(), 'tagma-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'archive.tar.gz'), archive.rawPayload)
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder })
  rmSync(join(folder, 'archive.tar.gz'))
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

const parsed = (unpacked: ReadonlyMap<string, Buffer>, name: string): unknown =>
  JSON.parse(unpacked.get(name)?.toString() ?? 'null')

interface Exported {
  readonly id: number
  readonly content: string
}

const messagesIn = (unpacked: ReadonlyMap<string, Buffer>): Exported[] =>
  [...unpacked.keys()]
    .filter((name) => name.startsWith('messages-'))
    .toSorted()
    .flatMap((name) => parsed(unpacked, name) as Exported[])

/** Makes an organization with a message in every kind of place, named by the place. */
async function places() {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const shield = { invite_only: true, history_public_to_subscribers: false }
  const open = await t.given.channel([iris, otto], { name: 'open' })
  const shared = await t.given.channel([otto, mia], {
    name: 'shared',
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const closed = await t.given.channel([otto, mia], { name: 'closed', invite_only: true })
  const shielded = await t.given.channel([otto, mia], { name: 'shielded', ...shield })
  const say = (sender: Account, to: Parameters<TestApp['given']['message']>[1], content: string) =>
    t.given.message(sender, to, { content })
  await say(iris, open, 'in the open')
  await say(otto, shared, 'shared, before iris')
  await say(otto, closed, 'closed')
  await say(otto, shielded, 'shielded, before iris')
  for (const { name } of [shared, shielded])
    await t.as(otto).call(subscribe, {
      subscriptions: [{ name }],
      principals: [iris.id],
      send_new_subscription_messages: false,
    })
  await say(otto, shielded, 'shielded, to iris')
  await say(iris, [otto], 'iris to otto')
  await say(otto, [mia], 'otto to mia')
  const said = (unpacked: ReadonlyMap<string, Buffer>) =>
    messagesIn(unpacked)
      .map(({ content }) => content)
      .filter((content) => /^(in the|shared|closed|shielded|iris|otto)/.test(content))
  const names = (unpacked: ReadonlyMap<string, Buffer>) =>
    (parsed(unpacked, 'channels.json') as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => ['open', 'shared', 'closed', 'shielded'].includes(name))
  return { t, owner, iris, otto, mia, open, said, names }
}

test('a public export has everything that every member can read, and the files with it', async () => {
  const { t, owner, iris, otto, open, said, names } = await places()
  const bytes = new TextEncoder().encode('a pattern')
  const upload = (filename: string) =>
    t.as(iris).call(uploadFile, { file: [{ filename, contentType: 'text/plain', bytes }] })
  const shown = await upload('pattern.txt')
  const hidden = await upload('secret.txt')
  const linking = await t.given.message(iris, open, { content: `See [it](${shown.url})` })
  await t.given.message(iris, [otto], { content: `See [it](${hidden.url})` })
  await t.as(iris).call(uploadAvatar, { file: [await picture()] })
  await t.as(owner).call(uploadCustomEmoji, { emoji_name: 'loom', file: [await picture()] })
  await t.as(otto).call(updateSettings, { email_address_visibility: 4 })
  const unpacked = await files(t, owner, 'public')
  expect(said(unpacked)).toEqual(['in the open'])
  expect(names(unpacked)).toEqual(['open'])
  expect(parsed(unpacked, 'organization.json')).toMatchObject({
    realm_name: t.directory.organization.name,
    realm_emoji: { [[...t.directory.emoji.keys()][0] ?? 0]: { name: 'loom' } },
  })
  const users = parsed(unpacked, 'users.json') as { user_id: number; delivery_email: string | null }[]
  expect(users.find(({ user_id }) => user_id === iris.id)?.delivery_email).toBe(iris.email)
  expect(users.find(({ user_id }) => user_id === otto.id)?.delivery_email).toBeNull()
  const attachments = parsed(unpacked, 'attachments.json') as { id: number; name: string }[]
  expect(attachments).toMatchObject([
    { name: 'pattern.txt', size: bytes.length, owner_id: iris.id, message_ids: [linking] },
  ])
  expect(unpacked.get(`uploads/${attachments[0]?.id}`)?.toString()).toBe('a pattern')
  const others = [...unpacked.keys()].filter((name) => /^(avatars|emoji|uploads)\//.test(name)).toSorted()
  expect(others).toEqual([
    `avatars/${iris.id}.png`,
    `emoji/${[...t.directory.emoji.keys()][0]}.png`,
    `uploads/${attachments[0]?.id}`,
  ])
})

test('an export with consent has everything that consenting people have read, and no more', async () => {
  const { t, owner, iris, said, names } = await places()
  const ask = () => t.as(owner).refusal(exportRealm, { export_type: 'full_with_consent' })
  await t.as(iris).call(updateSettings, { allow_private_data_export: true })
  expect(await ask()).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('At least one owner'),
  })
  await t.as(owner).call(updateSettings, { allow_private_data_export: true })
  const unpacked = await files(t, owner, 'full_with_consent')
  expect(said(unpacked)).toEqual(['in the open', 'shared, before iris', 'shielded, to iris', 'iris to otto'])
  expect(names(unpacked)).toEqual(['open', 'shared', 'shielded'])
})

test('an export without consent has everything, if the organization lets its owners see it', async () => {
  const { t, owner, said, names } = await places()
  expect(await t.as(owner).refusal(exportRealm, { export_type: 'full_without_consent' })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This organization does not allow an export of all private data.',
  })
  await t.given.settings({ owner_full_content_access: true })
  const unpacked = await files(t, owner, 'full_without_consent')
  expect(said(unpacked)).toHaveLength(7)
  expect(names(unpacked)).toEqual(['open', 'shared', 'closed', 'shielded'])
})

test('messages come in files of a thousand', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const channel = await t.given.channel([owner])
  await t.app.services.data.transact(t.organizationId, async (tx) => {
    const { id } = await topicConversation(tx, channel.id, 'many')
    for (let count = 0; count < 1001; count++)
      await insertMessage(tx, {
        conversationId: id,
        channelId: channel.id,
        senderId: owner.id,
        client: 'test',
        content: `number ${count}`,
        rendered: `<p>number ${count}</p>`,
        isMeMessage: false,
        hasLink: false,
        hasImage: false,
        hasAttachment: false,
      })
  })
  const messages = messagesIn(await files(t, owner, 'public'))
  const numbers = messages.filter(({ content }) => content.startsWith('number '))
  expect(numbers.map(({ content }) => content)).toEqual(
    Array.from({ length: 1001 }, (_, count) => `number ${count}`),
  )
})

test('only administrators follow an export from the request to its end', async () => {
  const t = await testApp()
  const other = await testApp()
  const { administrator, owner, member } = await t.given.everyRole()
  const stranger = await other.given.user('stranger', { role: 'owner' })
  const row = {
    acting_user_id: administrator.id,
    export_time: t.clock.now() / 1000,
    deleted_timestamp: null,
    failed_timestamp: null,
    export_url: null,
    pending: true,
    export_type: 'public',
    export_from_prior_server: false,
  }
  let id = 0
  const observers = [administrator, owner, member]
  const asked = await converge(t, observers, async () => {
    id = (await t.as(administrator).call(exportRealm, {})).id
  })
  for (const seer of [administrator, owner])
    expect(asked.get(seer.id)).toMatchObject([{ type: 'realm_export', exports: [{ ...row, id }] }])
  expect(asked.get(member.id)).toEqual([])
  expect((await t.as(owner).refusal(deleteRealmExport, { export_id: id })).message).toBe(
    'Export still in progress',
  )
  const made = await converge(t, observers, () => makeExports(t))
  const done = await newest(t, owner)
  expect(made.get(owner.id)).toMatchObject([{ type: 'realm_export', exports: [done] }])
  expect(done).toMatchObject({ ...row, pending: false, export_url: expect.stringMatching(/^http:/) })
  const path = new URL(done?.export_url ?? '').pathname
  expect((await t.page(path)).status).toBe(200)
  expect((await other.page(path)).status, 'of another organization').toBe(404)
  expect((await t.page(path.replace(/exports\/./, 'exports/_'))).status).toBe(404)
  for (const export_id of [id, 999_999])
    expect((await other.as(stranger).refusal(deleteRealmExport, { export_id })).message).toBe(
      'Invalid data export ID',
    )
  t.clock.advance({ days: 1 })
  const deleted = await converge(t, observers, () => t.as(owner).call(deleteRealmExport, { export_id: id }))
  expect(deleted.get(owner.id)).toMatchObject([
    { exports: [{ ...row, id, pending: false, deleted_timestamp: t.clock.now() / 1000 }] },
  ])
  expect((await t.page(path)).status).toBe(404)
  expect((await t.as(owner).refusal(deleteRealmExport, { export_id: id })).message).toBe(
    'Export already deleted',
  )
})

test('a failed export says so, and does not count', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { id } = await t.as(owner).call(exportRealm, {})
  const spy = vi
    .spyOn(t.app.services.outside.blobs, 'putFile')
    .mockRejectedValueOnce(new Error('The disk is full'))
  onTestFinished(() => spy.mockRestore())
  await makeExports(t)
  expect(t.faults.splice(0)).toHaveLength(1)
  expect(await newest(t, owner)).toMatchObject({
    failed_timestamp: t.clock.now() / 1000,
    pending: false,
    export_url: null,
  })
  expect((await t.as(owner).refusal(deleteRealmExport, { export_id: id })).message).toBe(
    'Export failed, nothing to delete',
  )
  for (let count = 0; count < 5; count++) await t.as(owner).call(exportRealm, {})
  expect(await t.as(owner).refusal(exportRealm, {})).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Only 5 exports can be asked for within a week.',
  })
  t.clock.advance({ days: 7 })
  await t.as(owner).call(exportRealm, {})
})

test('no archive outlives the data of a person in it', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  await t.as(owner).call(exportRealm, {})
  await makeExports(t)
  const path = new URL((await newest(t, owner))?.export_url ?? '').pathname
  const remove = (actions: { delete_profile?: boolean }) =>
    t.as(owner).call(deactivateUser, { user_id: member.id, actions })
  await remove({})
  expect((await t.page(path)).status).toBe(200)
  await converge(t, [owner], () => remove({ delete_profile: true }))
  expect((await t.page(path)).status).toBe(404)
  expect(await newest(t, owner)).toMatchObject({
    deleted_timestamp: t.clock.now() / 1000,
    export_url: null,
  })
})

test('an archive is made again if somebody’s data is removed meanwhile', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const { blobs } = t.app.services.outside
  const keep = blobs.putFile
  const keys: string[] = []
  const spy = vi.spyOn(blobs, 'putFile').mockImplementation(async (key, path) => {
    await keep(key, path)
    keys.push(key)
    if (keys.length === 1)
      await t.as(owner).call(deactivateUser, { user_id: member.id, actions: { delete_profile: true } })
  })
  onTestFinished(() => spy.mockRestore())
  const unpacked = await files(t, owner, 'public')
  expect(unpacked.get('users.json')?.toString()).not.toContain(member.email)
  expect(keys).toHaveLength(2)
  expect(await Promise.all(keys.map(async (key) => (await blobs.size(key)) !== undefined))).toEqual([
    false,
    true,
  ])
})

test('administrators see who consents, and hear of changes', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  await t.given.bot('beep', member)
  const told = await converge(t, [administrator, guest], () =>
    t.as(member).call(updateSettings, { allow_private_data_export: true }),
  )
  expect(told.get(administrator.id)).toMatchObject([
    { type: 'realm_export_consent', user_id: member.id, consented: true },
  ])
  expect(told.get(guest.id)).toEqual([])
  const consents = async () => (await t.as(administrator).call(getRealmExportConsents, {})).export_consents
  expect((await consents()).filter(({ consented }) => consented)).toEqual([
    { user_id: member.id, consented: true, email_address_visibility: 1 },
  ])
  expect(await consents()).toHaveLength(5)
  await t.as(administrator).call(deactivateUser, { user_id: member.id })
  expect(await consents()).toHaveLength(4)
  const back = await converge(t, [administrator], () =>
    t.as(administrator).call(reactivateUser, { user_id: member.id }),
  )
  expect(back.get(administrator.id)?.filter(({ type }) => type === 'realm_export_consent')).toMatchObject([
    { user_id: member.id, consented: true },
  ])
})

test.each(['everything', '', 1] as unknown as ExportType[])('there is no export %j', async (export_type) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  expect(await t.as(owner).refusal(exportRealm, { export_type })).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('export_type'),
  })
})
