import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { RocketChatExportBuilder } from '@tagma/importers/rocket-chat/export-builder.ts'
import { Binary, serialize } from 'bson'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { folderOf, zipOf } from '#test/packed-files.ts'
import { picture } from '#test/pictures.ts'

const raw = { ...allMessages, apply_markdown: false, allow_empty_topic_name: true } as const
const inChannel = (name: string) => [{ operator: 'channel', operand: name }]

/** The files of a dump, each collection as `mongodump` writes it. */
const dumpOf = (built: RocketChatExportBuilder, others: Readonly<Record<string, string>> = {}) =>
  new Map<string, string | Uint8Array>([
    ...[...built.collections].map(
      ([name, rows]) =>
        [`dump/rocketchat/${name}.bson`, Buffer.concat(rows.map((row) => serialize(row)))] as const,
    ),
    ...Object.entries(others),
  ])

/** Keeps a file in GridFS, in pieces of four bytes that come in the wrong order. */
function keepInGrid(
  built: RocketChatExportBuilder,
  bucket: string,
  id: string,
  bytes: Uint8Array,
  size = 4,
): void {
  built.add(`${bucket}.files`, { _id: id, filename: id, length: bytes.length, chunkSize: size })
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => ({
    files_id: id,
    n,
    data: new Binary(bytes.subarray(n * size, (n + 1) * size)),
  }))
  for (const piece of pieces.toReversed()) built.add(`${bucket}.chunks`, piece)
}

function teaClub() {
  const built = new RocketChatExportBuilder()
  built.add('rocketchat_settings', { _id: 'Site_Name', value: 'Tea Club' })
  const iris = built.user('iris', { roles: ['user', 'admin'] })
  const otto = built.user('otto')
  const mona = built.user('mona', { roles: ['guest'] })
  const general = built.room('general', { default: true, topic: 'All', announcement: 'Be kind' })
  return { built, iris, otto, mona, general }
}

const contents = async (t: TestApp, built: RocketChatExportBuilder) =>
  importedArchive(t, await zipOf(dumpOf(built)))

test('people, rooms, teams and subscriptions are as they were', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaClub()
  built.user('rocket.cat', { type: 'bot', roles: ['bot'], emails: [] })
  built.user('gone', { active: false })
  const { bytes } = await picture({ width: 40, height: 40 })
  built.add('rocketchat_avatars', { _id: 'av1', userId: otto, name: 'otto' })
  keepInGrid(built, 'rocketchat_avatars', 'av1', bytes, 100)
  const team = built.room('brewers', { t: 'p', teamMain: true, teamId: 'team1' })
  const vault = built.room('vault', { t: 'p', teamId: 'team1', ro: true })
  built.room('old', { archived: true })
  built.subscribe(iris, general, { f: true })
  built.subscribe(otto, general, { disableNotifications: true })
  built.subscribe(iris, team)
  built.subscribe(iris, vault)
  built.message(iris, general, 'Hello')
  const { as, directory, report } = await contents(t, built)
  expect(directory.organization.name).toBe('Tea Club')
  const { members } = await as('iris').call(getUsers, {})
  const shown = members.map((one) => [one.full_name, [one.role, one.is_active, one.is_bot]])
  expect(Object.fromEntries(shown)).toMatchObject({
    Iris: [100, true, false],
    Otto: [400, true, false],
    Mona: [600, true, false],
    Gone: [400, false, false],
    'Rocket.cat': [400, false, true],
  })
  expect(directory.userByEmail('otto@example.com')?.avatarSource).toBe('U')
  expect(directory.channelByName('general')).toMatchObject({
    isDefault: true,
    isPrivate: false,
    description: 'All\nBe kind',
  })
  expect(directory.channelByName('old')).toMatchObject({ isArchived: true })
  expect(directory.channelByName('vault')).toMatchObject({ isPrivate: true })
  expect(directory.channelByName('vault')?.folderId).toBe(directory.channelByName('brewers')?.folderId)
  expect(directory.channelByName('vault')?.folderId).not.toBeNull()
  const of = async (name: string) => {
    const { subscriptions } = await as(name).call(getSubscriptions, {})
    return subscriptions
      .map((one) => [one.name, one.is_muted, one.pin_to_top])
      .toSorted((a, b) => String(a).localeCompare(String(b)))
  }
  expect(await of('iris')).toEqual([
    ['brewers', false, false],
    ['general', false, true],
    ['vault', false, false],
  ])
  expect(await of('otto')).toEqual([['general', true, false]])
  expect(report).toContain('state: rooms: everybody_may_write_now: 1 (vault)')
})

test('messages keep texts, threads, reactions, stars, mentions, former texts and quotes', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, general } = teaClub()
  for (const user of [iris, otto, mona]) built.subscribe(user, general)
  const { bytes } = await picture({ width: 40, height: 40 })
  built.add('rocketchat_custom_emoji', { name: 'kettle', aliases: ['pot'], extension: 'png' })
  keepInGrid(built, 'custom_emoji', 'kettle.png', bytes, 100)
  const root = built.message(iris, general, '*Which* tea, @otto? _Really_ ~no~ `*x*` #general @all', {
    reactions: { ':tada:': { usernames: ['otto'] }, ':pot:': { usernames: ['mona', 'stranger'] } },
    starred: [{ _id: otto }],
    editedAt: new Date(built.now.getTime() + 60_000),
    mentions: [{ _id: otto, username: 'otto' }],
  })
  built.add('rocketchat_message', {
    _id: 'former1',
    parent: root,
    _hidden: true,
    rid: general,
    msg: '*What* tea?',
    ts: built.now,
    editedAt: new Date(built.now.getTime() + 60_000),
    u: { _id: iris, username: 'iris' },
  })
  built.message(otto, general, 'Green', { tmid: root })
  built.message(mona, general, `[ ](https://chat.example.com/channel/general?msg=${root}) That one`, {
    attachments: [
      { message_link: `https://chat.example.com/channel/general?msg=${root}`, text: 'Which tea' },
    ],
  })
  built.message(iris, general, 'iris', { t: 'uj' })
  built.message(otto, general, 'xxxx', { t: 'e2e' })
  built.message('u-away', general, 'from somebody deleted')
  built.message(iris, general, '', {
    attachments: [
      {
        author_name: 'CI',
        title: 'Build 7',
        title_link: 'https://ci.example/7',
        text: 'done',
        fields: [{ title: 'Minutes', value: '3' }],
      },
    ],
  })
  const { as, directory, report } = await contents(t, built)
  const id = (name: string) => directory.userByEmail(`${name}@example.com`)?.id
  const { messages } = await as('otto').call(getMessages, { ...raw, narrow: inChannel('general') })
  const topic = 'Which tea, @Otto? Really no x #general… · 2024-03-01'
  expect(messages.map(({ subject, content }) => [subject, content])).toEqual([
    [topic, `**Which** tea, @**Otto|${id('otto')}**? *Really* ~~no~~ \`*x*\` #**general** @**all**`],
    [topic, 'Green'],
    ['', expect.stringMatching(/^> \[Iris\]\(#narrow.*Which.*\n\nThat one$/)],
    ['', 'from somebody deleted'],
    ['', '> **CI**\n> [Build 7](https://ci.example/7)\n> done\n> **Minutes**: 3'],
  ])
  const [first] = messages
  expect(
    first?.reactions.map(({ emoji_name, user_id }) => [emoji_name, directory.users.get(user_id)?.fullName]),
  ).toEqual([
    ['tada', 'Otto'],
    ['pot', 'Mona'],
    ['pot', 'stranger'],
  ])
  expect(first?.flags).toEqual(
    expect.arrayContaining(['starred', 'mentioned', 'stream_wildcard_mentioned', 'read']),
  )
  const { message_history } = await as('iris').call(getMessageHistory, {
    message_id: first?.id ?? 0,
    allow_empty_topic_name: true,
  })
  expect(message_history.map(({ content, timestamp }) => [content, timestamp])).toEqual([
    ['**What** tea?', Date.UTC(2024, 2, 1, 12, 0, 1) / 1000],
    [first?.content, Date.UTC(2024, 2, 1, 12, 1, 1) / 1000],
  ])
  expect(report).toContain('content: messages: encrypted: 1')
  expect(report).toContain('trace: messages: uj: 1')
})

test('discussions become topics, but no private one becomes readable for more people', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaClub()
  for (const user of [iris, otto]) built.subscribe(user, general)
  const open = built.room('d1', { fname: 'Which kettle', prid: general })
  const inside = built.room('d2', { fname: 'Its lid', prid: open })
  const closed = built.room('d3', { fname: 'Salaries', prid: general, t: 'p' })
  built.subscribe(iris, closed)
  built.room('live', { t: 'l' })
  built.message(iris, general, 'Which kettle', { t: 'discussion-created', drid: open })
  built.message(iris, open, 'The blue one')
  built.message(otto, inside, 'The lid of it')
  built.message(iris, closed, 'Secret')
  built.message(iris, 'r-live', 'to a visitor')
  const { as, report } = await contents(t, built)
  const { messages } = await as('otto').call(getMessages, raw)
  expect(
    messages.map(({ display_recipient, subject, content }) => [display_recipient, subject, content]),
  ).toEqual([
    ['general', '', 'Discussion: #**general>Which kettle**'],
    ['general', 'Which kettle', 'The blue one'],
    ['general', 'Its lid', 'The lid of it'],
  ])
  expect(await contentsFor(as('iris'), inChannel('Salaries'))).toEqual(['Secret'])
  expect(report).toContain('content: rooms: conversation_with_a_guest: 1')
  expect(report).toContain('content: messages: room_left_out: 1')
})

test('what somebody has not read stays unread, in channels and in direct messages', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, general } = teaClub()
  const two = built.direct(iris, otto)
  const three = built.direct(iris, otto, mona)
  built.message(iris, general, 'read')
  built.message(iris, two, 'read by otto')
  built.subscribe(otto, general, { alert: true, unread: 1, ls: built.now })
  built.subscribe(mona, general, { alert: false, ls: new Date(0) })
  built.subscribe(iris, general)
  built.subscribe(otto, two, { alert: true, ls: built.now })
  built.subscribe(iris, two)
  built.message(iris, general, 'not read')
  built.message(iris, two, 'not read by otto')
  built.message(otto, three, 'to three')
  for (const user of [iris, otto, mona]) built.subscribe(user, three)
  const { as } = await contents(t, built)
  const unread = (name: string) => contentsFor(as(name), [{ operator: 'is', operand: 'unread' }])
  expect(await unread('otto')).toEqual(['not read', 'not read by otto'])
  expect(await unread('mona')).toEqual([])
  expect(await contentsFor(as('mona'), [{ operator: 'is', operand: 'dm' }])).toEqual(['to three'])
})

test('files come from GridFS in pieces of any order, or from a folder beside the dump', async () => {
  const t = await testApp()
  const { built, iris, general } = teaClub()
  built.subscribe(iris, general)
  const bytes = new TextEncoder().encode('two spoons of tea')
  built.add('rocketchat_uploads', { _id: 'f1', name: 'recipe.txt', store: 'GridFS:Uploads', rid: general })
  keepInGrid(built, 'rocketchat_uploads', 'f1', bytes)
  built.add('rocketchat_uploads', { _id: 'f2', name: 'plan.txt', store: 'FileSystem:Uploads' })
  built.add('rocketchat_uploads', { _id: 'f3', name: 'sum.txt', AmazonS3: { path: 'abc/uploads/r/u/f3' } })
  const send = (id: string, name: string, description = '') =>
    built.message(iris, general, '', {
      file: { _id: id, name },
      files: [
        { _id: id, name },
        { _id: `${id}t`, name: `thumb-${name}` },
      ],
      attachments: [{ type: 'file', title: name, title_link: `/file-upload/${id}/${name}`, description }],
    })
  send('f1', 'recipe.txt', 'How I do it')
  send('f2', 'plan.txt')
  send('f3', 'sum.txt')
  send('f4', 'away.txt')
  const files = await folderOf(
    new Map([
      ['f2.txt', 'the plan'],
      ['abc/uploads/r/u/f3', 'the sum'],
    ]),
  )
  const archive = await zipOf(dumpOf(built))
  const { as, directory, report } = await importedArchive(t, archive, { files })
  const said = await contentsFor(as('iris'), inChannel('general'))
  expect(said.map((content) => content.replaceAll(/\(\/user_uploads\/[^)]+\/([^/)]+)\)/g, '($1)'))).toEqual([
    'How I do it\n\n[recipe.txt](recipe.txt)',
    '[plan.txt](plan.txt)',
    '[sum.txt](sum.txt)',
    '*File not in the archive: away.txt*',
  ])
  const { blobs } = t.app.services.outside
  const kept: Record<string, string> = {}
  for await (const { key } of blobs.list()) {
    const name = key.split('/').at(-1) ?? ''
    if (!key.startsWith(`${directory.organization.id}/`) || !name.endsWith('.txt')) continue
    const hash = createHash('sha256')
    for await (const chunk of blobs.open(key) as AsyncIterable<Buffer>) hash.update(chunk)
    kept[name] = hash.digest('hex')
  }
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(kept).toEqual({
    'recipe.txt': hashOf('two spoons of tea'),
    'plan.txt': hashOf('the plan'),
    'sum.txt': hashOf('the sum'),
  })
  expect(report).toContain('content: files: not_in_the_archive: 1')
})

test('packed collections are read, and damaged ones are refused with the document', async () => {
  const t = await testApp()
  const { built, iris, general } = teaClub()
  built.message(iris, general, 'packed')
  const whole = dumpOf(built)
  const packed = new Map([...whole].map(([name, bytes]) => [`${name}.gz`, gzipSync(bytes)]))
  const { as } = await importedArchive(t, await folderOf(packed))
  expect(await contentsFor(as('iris'), inChannel('general'))).toEqual(['packed'])
  const name = 'dump/rocketchat/rocketchat_message.bson'
  const bytes = Buffer.from(whole.get(name) ?? '')
  const damaged = async (changed: Uint8Array) =>
    refusedArchive(t, await folderOf(new Map([...whole, [name, changed]])))
  expect(await damaged(bytes.subarray(0, -3))).toBe(`${name}: document 1 is cut off.`)
  expect(await damaged(Buffer.from([1, 0, 0, 0, 0]))).toBe(`${name}: document 1 is no BSON.`)
  expect(await damaged(Buffer.from([0, 0, 0, 99, 0]))).toMatch(/document 1 has \d+ bytes; the most are/)
  const flipped = Buffer.from(bytes)
  flipped[4] = 0x77
  expect(await damaged(flipped)).toMatch(/document 1 is no BSON: /)
  const without = new Map([...whole].filter(([file]) => !file.endsWith('users.bson')))
  expect(await refusedArchive(t, await folderOf(without))).toBe(
    'users.bson is missing: dump the whole database of Rocket.Chat.',
  )
})
