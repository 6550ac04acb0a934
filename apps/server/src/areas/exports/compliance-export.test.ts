import { createHash } from 'node:crypto'
import type { Input } from '@tagma/contract/define.ts'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { askForComplianceExport } from '@tagma/contract/endpoints/exports/ask-for-compliance-export.ts'
import { deleteComplianceExport } from '@tagma/contract/endpoints/exports/delete-compliance-export.ts'
import { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { unpackedZip } from '#test/unpacked-zip.ts'
import { unspoken } from '#test/unspoken.ts'
import { makeExportsJob } from './make-exports-job.ts'

const makeExports = (t: TestApp) => makeExportsJob.run(t.app.services, t.organizationId)

type Query = Input<typeof askForComplianceExport>

/** Asks for a compliance export; returns its files by name. */
async function archiveOf(t: TestApp, owner: Account, query: Query) {
  await t.as(owner).call(askForComplianceExport, query)
  await makeExports(t)
  const { exports } = await t.as(owner).call(getComplianceExports, {})
  const { pathname } = new URL(exports.at(-1)?.export_url ?? '')
  const archive = await t.app.http.inject({ url: pathname, headers: { host: t.host } })
  return unpackedZip(archive.rawPayload)
}

interface Line {
  readonly content: string
}

const linesIn = (files: ReadonlyMap<string, Buffer>): Line[] =>
  (files.get('messages-000001.jsonl')?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

const said = (files: ReadonlyMap<string, Buffer>) => linesIn(files).map(({ content }) => content)

async function places() {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const open = await t.given.channel([iris, otto], { name: 'open' })
  const closed = await t.given.channel([otto, mia], { name: 'closed', invite_only: true })
  return { t, owner, iris, otto, mia, open, closed }
}

test('a compliance export has the messages of a question with all their facts, and a manifest of it', async () => {
  const { t, owner, iris, otto, open } = await places()
  const bytes = new TextEncoder().encode('a contract')
  const upload = await t
    .as(iris)
    .call(uploadFile, { file: [{ filename: 'contract.txt', contentType: 'text/plain', bytes }] })
  await t.given.message(iris, open, { content: 'too early' })
  t.clock.advance({ hours: 1 })
  const since = t.clock.now() / 1000
  const first = await t.given.message(iris, open, { content: '=1+1', topic: 'deals' })
  await t.as(iris).call(updateMessage, { message_id: first, content: `=2+2 [it](${upload.url})` })
  await t.as(otto).call(addReaction, { message_id: first, emoji_name: 'tada' })
  await t.given.message(otto, open, { content: 'by otto' })
  t.clock.advance({ hours: 1 })
  const until = t.clock.now() / 1000
  await t.given.message(iris, open, { content: 'too late' })
  const query = { channel_ids: [open.id], user_ids: [iris.id], since, until }
  const files = await archiveOf(t, owner, query)
  expect(linesIn(files)).toEqual([
    {
      id: first,
      sent_at: since,
      sender: { id: iris.id, name: 'iris', email: iris.email },
      channel_id: open.id,
      channel: 'open',
      topic: 'deals',
      people: [],
      content: `=2+2 [it](${upload.url})`,
      edited_at: since,
      history: [{ at: since, user_id: iris.id, content: '=1+1' }],
      reactions: [{ user_id: otto.id, emoji: 'tada', code: '1f389' }],
      files: [
        {
          name: 'contract.txt',
          size: bytes.length,
          file: expect.stringMatching(/^files\/\d+-contract\.txt$/),
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      ],
    },
  ])
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as {
    files: Record<string, { bytes: number; sha256: string }>
  }
  expect(manifest).toMatchObject({
    asked_by: { id: owner.id, name: 'owner' },
    query: { ...query, user_ids: [{ id: iris.id, name: 'iris' }], direct: false, export_type: 'public' },
    channels: [{ id: open.id, name: 'open' }],
    counts: { messages: 1, files: 1 },
  })
  const found = [...files]
    .filter(([name]) => name !== 'manifest.json')
    .map(([name, file]) => {
      const sha256 = createHash('sha256').update(file).digest('hex')
      return [name, { bytes: file.length, sha256 }]
    })
  expect(manifest.files).toEqual(Object.fromEntries(found))
  const table = await archiveOf(t, owner, { ...query, format: 'csv' })
  const csv = table.get('messages-000001.csv')?.toString() ?? ''
  expect(csv).toContain("'=2+2 [it]")
  expect(parse(csv, { columns: true })).toMatchObject([
    {
      id: String(first),
      sender: 'iris',
      sender_email: iris.email,
      channel: 'open',
      reactions: `tada (${otto.id})`,
    },
  ])
  const pages = (await archiveOf(t, owner, { ...query, format: 'html' }))
    .get('messages-000001.html')
    ?.toString()
  expect(pages).toContain('=2+2 [it]')
  expect(pages).toContain('text: =1+1')
})

test('private messages are in it as far as their people or the organization allow', async () => {
  const { t, owner, iris, otto, mia, open, closed } = await places()
  await t.given.message(iris, open, { content: 'open' })
  await t.given.message(otto, closed, { content: 'closed' })
  await t.given.message(iris, [otto], { content: 'iris to otto' })
  await t.given.message(otto, [mia], { content: 'otto to mia' })
  expect(said(await archiveOf(t, owner, {}))).toEqual(['open'])
  const refusal = async (query: Query) => (await t.as(owner).refusal(askForComplianceExport, query)).message
  expect(await refusal({ direct: true })).toContain('Direct messages are private')
  expect(await refusal({ channel_ids: [closed.id] })).toBe(
    `Channel ${closed.id} does not exist, or is private and not within this kind of export.`,
  )
  expect(await refusal({ export_type: 'full_without_consent' })).toBe(
    'This organization does not allow an export of all private data.',
  )
  expect(await refusal({ export_type: 'full_with_consent' })).toContain('At least one owner')
  expect(await refusal({ user_ids: [999_999] })).toBe('There is no user 999999.')
  expect(await refusal({ since: 5, until: 5 })).toContain('ends before it begins')
  for (const somebody of [owner, iris])
    await t.as(somebody).call(updateSettings, { allow_private_data_export: true })
  const consenting = { export_type: 'full_with_consent', direct: true } as const
  expect(said(await archiveOf(t, owner, consenting))).toEqual(['open', 'iris to otto'])
  await t.given.settings({ owner_full_content_access: true })
  const all = { export_type: 'full_without_consent' } as const
  expect(said(await archiveOf(t, owner, all))).toEqual(['open', 'closed'])
  expect(said(await archiveOf(t, owner, { ...all, direct: true, user_ids: [mia.id] }))).toEqual([
    'otto to mia',
  ])
  expect(said(await archiveOf(t, owner, { ...all, direct: true, channel_ids: [closed.id] }))).toEqual([
    'closed',
    'iris to otto',
    'otto to mia',
  ])
})

test('only owners ask for compliance exports, and the audit log has the question', async () => {
  const { t, owner, iris, open } = await places()
  const administrator = await t.given.user('admin', { role: 'administrator' })
  for (const caller of [iris, administrator]) {
    expect((await t.as(caller).refusal(askForComplianceExport, {})).code).toBe('UNAUTHORIZED_PRINCIPAL')
    expect((await t.as(caller).refusal(getComplianceExports, {})).code).toBe('UNAUTHORIZED_PRINCIPAL')
  }
  let id = 0
  const asked = await converge(t, [owner, administrator, iris], async () => {
    id = (await t.as(owner).call(askForComplianceExport, { channel_ids: [open.id] })).id
  })
  expect(asked.get(owner.id)).toMatchObject([{ type: 'tagma_exports', kind: 'compliance' }])
  expect([asked.get(administrator.id), asked.get(iris.id)]).toEqual([[], []])
  await makeExports(t)
  const query = {
    export_type: 'public',
    channel_ids: [open.id],
    user_ids: null,
    since: null,
    until: null,
    direct: false,
    format: 'jsonl',
  }
  expect((await t.as(owner).call(getComplianceExports, {})).exports).toMatchObject([
    { id, acting_user_id: owner.id, query, deleted_timestamp: null },
  ])
  await t.as(owner).call(deleteComplianceExport, { export_id: id })
  expect((await t.as(owner).refusal(deleteComplianceExport, { export_id: id })).message).toBe(
    'Export already deleted',
  )
  const { audit_log } = await t.as(owner).call(getAuditLog, { everybody: true, target_kind: 'export' })
  expect(audit_log.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
    ['export.deleted', owner.id, {}],
    ['export.asked', owner.id, { type: 'compliance', query }],
  ])
})

test('the pages of a compliance export, and its notes, speak the language of the owner who asked', async () => {
  const { t, owner, iris, otto, open } = await places()
  await t.as(owner).call(updateSettings, { default_language: 'en-XA' })
  const bytes = new TextEncoder().encode('1')
  const upload = await t
    .as(iris)
    .call(uploadFile, { file: [{ filename: '1.txt', contentType: 'text/plain', bytes }] })
  const id = await t.given.message(iris, open, { content: 'moin', topic: 'kai' })
  await t.as(iris).call(updateMessage, { message_id: id, content: `[moin](${upload.url})` })
  await t.as(otto).call(addReaction, { message_id: id, emoji_name: 'tada' })
  const files = await archiveOf(t, owner, { channel_ids: [open.id], format: 'html' })
  const page = files.get('messages-000001.html')?.toString() ?? ''
  expect(page).toContain('<html lang="en-XA">')
  expect(page).toContain(`⟦Message ${id} `)
  const written = /<pre[^>]*>.*?<\/pre>/gs
  const values = [
    t.directory.organization.name,
    'iris',
    'otto',
    'open',
    'kai',
    'example.com',
    'UTC',
    'tada',
    'txt',
  ]
  const left = unspoken(page.replaceAll(written, ''), values)
  // The hash of the file.
  expect(left.filter((word) => !/^[a-f]+$/.test(word))).toEqual([])
  const { notes } = JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as { notes?: string[] }
  expect(notes?.map((note) => note[0])).toEqual(['⟦', '⟦'])
})
