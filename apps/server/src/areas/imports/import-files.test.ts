import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { expect, onTestFinished, test } from 'vitest'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { uploadUpkeepJob } from '#areas/uploads/upload-upkeep-job.ts'
import { must } from '#model/must.ts'
import { type TestApp, testApp, testClient } from '#test/app.ts'
import { movingPicture, picture } from '#test/pictures.ts'
import { finishedImport, importOrganization, type ImportSource } from './import-organization.ts'
import { planImport } from './plan-import.ts'

const all = { anchor: 'oldest', num_before: 0, num_after: 100, apply_markdown: false } as const
const files = { event_types: ['realm', 'realm_emoji', 'realm_user', 'user_status'] as const }
let imports = 0

/** Writes an export into a folder and reads it there. */
async function sourceOf(built: ExportBuilder, hash: string): Promise<ImportSource> {
  const folder = await mkdtemp(join(tmpdir(), 'tagma-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of built.others) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return {
    hash,
    pathOf: (name) => join(folder, name),
    read: (losses) => readZulip(built.files(1000), losses),
  }
}

async function imported(t: TestApp, built: ExportBuilder, oldUrls: readonly string[] = []) {
  const subdomain = `files${++imports}-${t.organizationId}`
  const source = await sourceOf(built, subdomain)
  const plan = await planImport(source.read(new Losses()), () => {})
  const run = { subdomain, oldUrls, progress: () => {} }
  const { organizationId, report } = await importOrganization(t.app.services, source, plan, run)
  return { ...(await opened(t, subdomain, organizationId)), report }
}

/** Calls as the people of an imported organization. */
async function opened(t: TestApp, subdomain: string, organizationId: number) {
  const host = `${subdomain}.localhost`
  const directory = await t.app.services.data.directories.get(organizationId)
  const account = (name: string) => must(directory.userByEmail(`${name}@example.com`), `${name} is there`)
  /** Opens an address as somebody, and returns what they get. */
  const open = async (name: string, url: string) => {
    const { email, apiKey } = account(name)
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const { statusCode, rawPayload, headers } = await t.app.http.inject({
      url,
      headers: { host, authorization },
    })
    return { status: statusCode, hash: sha256(rawPayload), type: headers['content-type'] }
  }
  return { organizationId, directory, open, as: (name: string) => testClient(t.app, host, account(name)) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

function teaClub() {
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100, email_address_visibility: 1 })
  const otto = built.person('Otto', { email_address_visibility: 1 })
  const open = built.channel('open')
  built.subscribe(iris, open)
  built.subscribe(otto, open)
  return { built, iris, otto, open }
}

const token = 'm2A3MSqFnWRLUf9SaPzQ0Up_'

test('uploads keep their bytes, and open for those who read a message that shares them', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const { bytes } = await picture({ width: 300, height: 200 })
  const notes = new TextEncoder().encode('Two spoons.')
  const [cake, text] = [`2/4e/${token}/cake.png`, `2/ab/${token}x/für-alle.txt`]
  const shared = built.message(iris, open, {
    content: `[cake](/user_uploads/${cake}) and [notes](/user_uploads/${text}), \`/user_uploads/${cake}\``,
    to: [[otto, 1]],
  })
  built.upload(iris, cake, bytes, { messages: [shared], content_type: 'image/png' })
  built.upload(otto, text, notes, { messages: [shared], content_type: 'text/plain' })
  built.upload(iris, `2/cd/${token}y/own.txt`, notes, { messages: [], content_type: 'text/plain' })
  built.others.set('uploads/records.json', JSON.stringify([{ path: cake, md5: `"${md5(bytes)}"` }]))
  const { as, open: get, organizationId, report } = await imported(t, built)
  const { messages } = await as('otto').call(getMessages, all)
  const [, cakeUrl = '', textUrl = ''] =
    /\((.*cake\.png)\) and \[notes\]\((.*\.txt)\), /.exec(messages[0]?.content ?? '') ?? []
  expect(cakeUrl).toBe(`/user_uploads/${organizationId}/4e/${token}/cake.png`)
  expect(textUrl).toMatch(
    new RegExp(`^/user_uploads/${organizationId}/[0-9a-f]{2}/[0-9a-f]{26}/fur-alle\\.txt$`),
  )
  expect(messages[0]?.content).toContain(`\`/user_uploads/${cake}\``)
  expect(await get('otto', cakeUrl)).toEqual({ status: 200, hash: sha256(bytes), type: 'image/png' })
  expect(await get('iris', textUrl)).toMatchObject({ status: 200, hash: sha256(notes) })
  const thumbnail = cakeUrl.replace('user_uploads', 'user_uploads/thumbnail')
  expect(await get('otto', `${thumbnail}/840x560.webp`)).toMatchObject({ status: 200, type: 'image/webp' })
  const rendered = await as('otto').call(getMessages, { ...all, apply_markdown: true })
  expect(rendered.messages[0]?.content).toContain('class="message_inline_image"')
  const own = await as('iris').call(getAttachments, {})
  expect(
    own.attachments.map(({ name, size, create_time, message_ids }) => [
      name,
      size,
      create_time,
      message_ids.length,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['cake.png', bytes.length, 1_600_000_000, 1],
      ['own.txt', notes.length, 1_600_000_000, 0],
    ]),
  )
  expect(own.upload_space_used).toBe(bytes.length + 2 * notes.length)
  const unshared = own.attachments.find(({ name }) => name === 'own.txt')
  expect(await get('otto', `/user_uploads/${unshared?.path_id}`)).toMatchObject({ status: 403 })
  const { messages: found } = await as('otto').call(getMessages, {
    ...all,
    narrow: [{ operator: 'has', operand: 'attachment' }],
  })
  expect(found).toHaveLength(1)
  expect(report.losses.map(({ table, reason, count }) => `${table}: ${reason}: ${count}`)).toEqual([
    'zerver_attachment: in_no_message: 1',
  ])
})

test('avatars, the organization’s pictures and custom emoji are as they were', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const { bytes } = await picture()
  const moving = await movingPicture()
  Object.assign(built.tables.zerver_realm?.[0] ?? {}, {
    icon_source: 'U',
    logo_source: 'U',
    night_logo_source: 'D',
  })
  built.others.set('realm_icons/2/icon.original', bytes)
  built.others.set('realm_icons/2/logo.png', bytes)
  for (const [person, name] of [
    [iris, 'iris.png'],
    [iris, 'iris.original'],
    [otto, 'otto.png'],
  ] as const) {
    const row = built.tables.zerver_userprofile?.find(({ id }) => id === person.id)
    Object.assign(row ?? {}, { avatar_source: 'U' })
    built.others.set(`avatars/2/${name}`, name === 'iris.png' ? 'broken' : bytes)
  }
  built.others.set(
    'avatars/records.json',
    JSON.stringify([
      { user_profile_id: iris.id, path: '2/iris.png' },
      { user_profile_id: iris.id, path: '2/iris.original' },
      { user_profile_id: otto.id, path: '2/otto.png' },
    ]),
  )
  built.person('Jana', { avatar_source: 'J' })
  const emoji = (name: string, file_name: string, content: Uint8Array | string, columns = {}) => {
    built.others.set(`emoji/2/emoji/images/${file_name}`, content)
    return built.add('zerver_realmemoji', { name, file_name, realm: 2, author: iris.id, ...columns })
  }
  const steam = emoji('steam', '1.gif', moving.bytes)
  emoji('steam', '2.png', bytes, { deactivated: true, author: null })
  const broken = emoji('broken', '3.png', 'no picture')
  const react = (code: number) => ({
    user_profile: otto.id,
    reaction_type: 'realm_emoji',
    emoji_code: String(code),
    emoji_name: 'steam',
  })
  const id = built.message(iris, open, { content: 'hot :steam:', to: [[otto, 1]] })
  built.add('zerver_reaction', { message: id, ...react(steam) })
  built.add('zerver_reaction', { message: id, ...react(broken) })
  built.add('zerver_userstatus', { ...react(steam), status_text: '' })
  const { as, open: get, directory, report } = await imported(t, built)
  const state = await as('iris').call(registerQueue, { event_types: [...files.event_types] })
  const own = Object.values(state.realm_emoji ?? {})
  expect(own.map(({ name, deactivated }) => [name, deactivated])).toEqual([
    ['steam', false],
    ['steam', true],
  ])
  expect(own[0]?.author_id).toBe(directory.userByEmail('iris@example.com')?.id)
  expect(await get('otto', own[0]?.source_url ?? '')).toMatchObject({ status: 200, type: 'image/gif' })
  expect(await get('otto', own[0]?.still_url ?? '')).toMatchObject({ status: 200, type: 'image/png' })
  expect(await get('otto', state.realm_icon_url ?? '')).toMatchObject({ status: 200, type: 'image/png' })
  expect([state.realm_icon_source, state.realm_logo_source, state.realm_night_logo_source]).toEqual([
    'U',
    'U',
    'D',
  ])
  const avatars = new Map(
    state.realm_users?.map(({ full_name, avatar_url }) => [full_name, avatar_url ?? '']),
  )
  expect(await get('otto', avatars.get('Iris') ?? '')).toMatchObject({ status: 200, type: 'image/png' })
  expect(await get('otto', avatars.get('Otto') ?? '')).toMatchObject({ status: 200, type: 'image/png' })
  expect(avatars.get('Jana')).toContain('drawn')
  const { messages } = await as('otto').call(getMessages, { ...all, apply_markdown: true })
  expect(messages[0]?.content).toContain(`src="${own[0]?.source_url}"`)
  expect(messages[0]?.reactions).toMatchObject([{ emoji_code: own[0]?.id, emoji_name: 'steam' }])
  expect(Object.values(state.user_status ?? {})).toMatchObject([{ emoji_code: own[0]?.id }])
  expect(report.losses.map(({ table, reason, count }) => `${table}: ${reason}: ${count}`)).toEqual([
    'emoji_pictures: no_picture: 1',
    'zerver_reaction: emoji_unknown: 1',
  ])
})

test('links lead to the same things under their new ids and address', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const path = `2/4e/${token}/cake.png`
  const first = built.message(iris, open, { content: 'first' })
  const old = 'https://chat.example.com'
  built.message(iris, open, {
    content: [
      `${old}/#narrow/channel/${open.id}-open/topic/tea/near/${first}`,
      `[here](#narrow/stream/${open.id}-open/topic/tea/with/${first}) [dm](/#narrow/dm/${iris.id},${otto.id}-group)`,
      `${old}/user_uploads/${path}, https://other.example.com/user_uploads/${path}`,
      `@_**Otto|${otto.id}** #**open>tea@${first}** \`#narrow/id/${first}\` #narrow/near/999999`,
    ].join('\n'),
  })
  built.upload(iris, path, new TextEncoder().encode('cake'))
  await imported(t, built)
  const { as, directory, organizationId } = await imported(t, built, [old])
  const { messages } = await as('iris').call(getMessages, all)
  const near = messages[0]?.id
  expect(near).not.toBe(first)
  const channel = must(directory.channelByName('open'), 'the channel is there').id
  const [irisId, ottoId] = ['iris', 'otto'].map((name) => directory.userByEmail(`${name}@example.com`)?.id)
  const home = `http://${directory.organization.subdomain}.localhost`
  expect(messages[1]?.content.split('\n')).toEqual([
    `${home}/#narrow/channel/${channel}-open/topic/tea/near/${near}`,
    `[here](#narrow/stream/${channel}-open/topic/tea/with/${near}) [dm](/#narrow/dm/${irisId},${ottoId}-group)`,
    `${home}/user_uploads/${organizationId}/4e/${token}/cake.png, https://other.example.com/user_uploads/${path}`,
    `@_**Otto|${ottoId}** #**open>tea@${near}** \`#narrow/id/${first}\` #narrow/near/999999`,
  ])
})

test('paths that lead out of the archive, and files that are not there, are counted and left out', async () => {
  const t = await testApp()
  const { built, iris, open } = teaClub()
  const bytes = new TextEncoder().encode('x')
  const id = built.message(iris, open)
  for (const path of ['../../etc/passwd', '/etc/passwd', '2/4e/../../../x', ''])
    built.uploads.push({ id, path_id: path, file_name: 'x', size: 1, owner: iris.id, messages: [id] })
  const damaged = built.upload(iris, `2/4e/${token}/cake.txt`, bytes, {
    size: 7,
    owner: 999_999,
    messages: [id],
  })
  built.upload(iris, `2/emoji/images/x.png`, bytes, { messages: [id] })
  built.others.set('uploads/records.json', JSON.stringify([{ path: damaged, md5: '0'.repeat(32) }]))
  built.others.set('uploads/2/4e/nobody.txt', bytes)
  built.others.set(
    'avatars/records.json',
    JSON.stringify([{ user_profile_id: iris.id, path: '../realm.json' }]),
  )
  Object.assign(built.tables.zerver_userprofile?.[0] ?? {}, { avatar_source: 'U' })
  built.add('zerver_realmemoji', { name: 'gone', file_name: '../../../realm.json', realm: 2 })
  const { report, organizationId } = await imported(t, built)
  expect(
    report.losses.map(({ table, reason, kind, count }) => `${kind} ${table}: ${reason}: ${count}`),
  ).toEqual([
    'content uploaded_files: hash_differs: 1',
    'content zerver_realmemoji: file_missing: 1',
    'content avatars: file_missing: 1',
    'content zerver_attachment: file_missing: 4',
    'content zerver_attachment: size_differs: 1',
    'state zerver_attachment: owner_unknown: 1',
    'trace uploads: not_in_zerver_attachment: 1',
  ])
  const keys = []
  for await (const { key } of t.app.services.outside.blobs.list())
    if (key.startsWith(`${organizationId}/`)) keys.push(key)
  expect(keys.filter((key) => !key.startsWith(`${organizationId}/4e/`))).toEqual([
    expect.stringMatching(new RegExp(`^${organizationId}/[0-9a-f]{2}/[0-9a-f]{26}/x\\.png$`)),
  ])
})

test('an import of files that is cut off anywhere ends as one that was not, and is undone whole', async () => {
  const t = await testApp()
  const { built, iris, otto, open } = teaClub()
  const { bytes } = await picture()
  for (let count = 0; count < 60; count++) {
    const message = built.message(iris, open, { content: `file ${count}`, to: [[otto]] })
    built.upload(iris, `2/4e/${token}${count}/cake.txt`, new TextEncoder().encode(`cake ${count}`), {
      messages: [message],
      size: count % 9,
    })
  }
  built.others.set('emoji/2/emoji/images/1.png', bytes)
  built.add('zerver_realmemoji', { name: 'steam', file_name: '1.png', realm: 2 })
  const whole = await imported(t, built)

  const subdomain = `cut-files-${t.organizationId}`
  const source = await sourceOf(built, subdomain)
  const { services } = t.app
  /** A process that is killed after some commits, or some blobs. */
  const dying = (most: number) => {
    let commits = 0
    const die = () => {
      if (++commits > most) throw new Error('killed')
    }
    const transact: typeof services.data.transact = (...args) => {
      die()
      return services.data.transact(...args)
    }
    const { blobs } = services.outside
    const putFile: typeof blobs.putFile = (...args) => {
      die()
      return blobs.putFile(...args)
    }
    return {
      ...services,
      data: { ...services.data, transact },
      outside: { ...services.outside, blobs: { ...blobs, putFile } },
    }
  }
  const plan = await planImport(source.read(new Losses()), () => {})
  let cuts = 0
  for (;;) {
    const run = { subdomain, oldUrls: [], progress: () => {} }
    const killed = await importOrganization(dying(40 + 4 * cuts), source, plan, run).then(
      () => false,
      (error: unknown) => error instanceof Error && error.message === 'killed',
    )
    if (!killed) break
    cuts++
    expect(cuts).toBeLessThan(40)
  }
  expect(cuts).toBeGreaterThan(3)
  const finished = must(await finishedImport(services, subdomain), 'the import has ended')
  expect(finished.report).toBe(JSON.stringify(whole.report))
  const again = await opened(t, subdomain, finished.organization_id)
  const facts = async ({ as }: Pick<typeof again, 'as'>) => {
    const { attachments, upload_space_used } = await as('iris').call(getAttachments, {})
    const names = attachments
      .map(({ name, size, message_ids }) => `${name} ${size} ${message_ids.length}`)
      .toSorted()
    return { names, upload_space_used }
  }
  expect(await facts(again)).toEqual(await facts(whole))
  await uploadUpkeepJob.run(services, finished.organization_id)
  expect((await facts(again)).names).toHaveLength(60)
  await deleteOrganization(services, finished.organization_id)
  for await (const { key } of services.outside.blobs.list())
    expect(key.startsWith(`${finished.organization_id}/`)).toBe(false)
  expect(await whole.as('otto').call(getSubscriptions, {})).toMatchObject({
    subscriptions: [{ name: 'open' }],
  })
})
