import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import type { Row } from '@tagma/importers/rows.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { folderOf, zipOf } from '#test/packed-files.ts'

const raw = { ...allMessages, apply_markdown: false } as const
const owner = 'owner@example.com'
const inChannel = (name: string) => [{ operator: 'channel', operand: name }]

const person = (id: string, name: string, columns: Row = {}) => ({
  id,
  name,
  discriminator: '0000',
  nickname: name,
  isBot: false,
  avatarUrl: 'https://cdn.discordapp.com/a.png',
  ...columns,
})
const [iris, otto] = [person('11', 'Iris'), person('12', 'otto', { nickname: 'Otto' })]

let ids = 1000

const message = (author: Row, content: string, columns: Row = {}) => ({
  id: String(ids++),
  type: 'Default',
  timestamp: new Date(1_709_294_400_000 + ids * 1000).toISOString(),
  timestampEdited: null,
  isPinned: false,
  content,
  author,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  ...columns,
})

/** A file of DiscordChatExporter. */
const file = (channel: Row, messages: readonly Row[]): string =>
  JSON.stringify({
    guild: { id: '1', name: 'Tea Club', iconUrl: '' },
    channel: { type: 'GuildTextChat', categoryId: '50', category: 'Kitchen', topic: null, ...channel },
    dateRange: { after: null, before: null },
    exportedAt: '2024-03-02T00:00:00+00:00',
    messages,
    messageCount: messages.length,
  })

test('channels come in folders, threads as topics, and only the owner reads them unless all shall', async () => {
  const t = await testApp()
  const files = new Map([
    [
      'Tea Club - tea [100].json',
      file({ id: '100', name: 'tea', topic: 'All about it' }, [
        message(iris, 'Hello'),
        message(iris, 'joined', { type: 'GuildMemberJoin' }),
      ]),
    ],
    [
      'Tea Club - tea - green [101].json',
      file({ id: '101', type: 'GuildPublicThread', categoryId: '100', category: 'tea', name: 'green' }, [
        message(otto, 'In the thread'),
      ]),
    ],
    [
      'Tea Club - forum - post [103].json',
      file({ id: '103', type: 'GuildPublicThread', categoryId: '102', category: 'forum', name: 'post' }, [
        message(otto, 'In the forum'),
      ]),
    ],
    ['notes.json', '{"a":1}'],
  ])
  const { as, directory, report } = await importedArchive(t, await zipOf(files), { owner })
  expect(directory.organization.name).toBe('Tea Club')
  const { messages } = await as('owner').call(getMessages, raw)
  expect(
    messages.map(({ content, subject, display_recipient, sender_full_name }) => [
      content,
      subject,
      display_recipient,
      sender_full_name,
    ]),
  ).toEqual([
    ['Hello', 'general chat', 'tea', 'Iris'],
    ['In the thread', 'green', 'tea', 'Otto'],
    ['In the forum', 'post', 'forum', 'Otto'],
  ])
  const { subscriptions } = await as('owner').call(getSubscriptions, {})
  expect(subscriptions.map(({ name, invite_only, description }) => [name, invite_only, description])).toEqual(
    expect.arrayContaining([
      ['tea', true, 'All about it'],
      ['forum', true, ''],
    ]),
  )
  expect(directory.channelByName('tea')?.folderId).toBeTruthy()
  expect(report).toContain('trace: messages: GuildMemberJoin: 1')
  expect(report).toContain('trace: json_files: no_export: 1 (notes.json)')
  const open = await importedArchive(t, await zipOf(files), { owner, public: true, again: true })
  expect(open.directory.channelByName('tea')).toMatchObject({ isPrivate: false })
})

test('messages keep texts, quotes, files, reactions and the boxes of bots', async () => {
  const t = await testApp()
  const bot = person('99', 'Builder', { isBot: true })
  const first = message(iris, 'Which tea, <@12>? <#100> <:pot:7> <t:1709294400:R> `<@12>` @everyone', {
    mentions: [otto],
    attachments: [
      { id: '1', url: 'tea.json_Files\\plum%20tart-1A.txt', fileName: 'plum tart.txt' },
      { id: '2', url: 'https://cdn.discordapp.com/x.pdf', fileName: 'x.pdf' },
    ],
    reactions: [
      { emoji: { id: '', name: '🍵', code: 'tea' }, count: 1, users: [otto] },
      { emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 3 },
    ],
  })
  const second = message(otto, '||Green||', {
    type: 'Reply',
    reference: { messageId: first.id, channelId: '100' },
    timestampEdited: '2024-03-01T13:00:00+01:00',
    stickers: [{ name: 'Wave' }],
  })
  const third = message(bot, '', {
    embeds: [
      {
        title: 'Build 7',
        url: 'https://ci.example/7',
        description: 'done',
        fields: [{ name: 'Minutes', value: '3' }],
      },
    ],
  })
  const fourth = message(otto, 'https://example.com', {
    embeds: [{ title: 'A page', url: 'https://example.com' }],
  })
  const folder = await folderOf(
    new Map([
      ['tea.json', file({ id: '100', name: 'tea' }, [first, second, third, fourth])],
      ['tea [part 2].json', file({ id: '100', name: 'tea' }, [fourth])],
      ['tea.json_Files/plum tart-1A.txt', 'A plum.'],
    ]),
  )
  const { as, directory, report } = await importedArchive(t, folder, { owner })
  const { messages } = await as('owner').call(getMessages, raw)
  const ottos = [...directory.users.values()].find(({ fullName }) => fullName === 'Otto')?.id
  const channel = directory.channelByName('tea')?.id
  expect(messages.map(({ content }) => content.replaceAll(/user_uploads\/\S+\)/g, 'file)'))).toEqual([
    `Which tea, @**Otto|${ottos}**? #**tea** :pot: <time:2024-03-01T12:00:00Z> \`<@12>\` @**all**\n\n*👍 3*\n\n[plum tart-1A.txt](/file)\n\n*File not in the archive: x.pdf*`,
    `> [Iris](#narrow/channel/${channel}/near/${messages[0]?.id}): Which tea, @_**Otto|${ottos}**? #**tea** :pot: <time:2024-03-01T12:00:00Z> \`<@12>\` @_**all**\n\n\`\`\`spoiler\nGreen\n\`\`\`\n\n\n*Sticker: Wave*`,
    '> [Build 7](https://ci.example/7)\n> done\n> **Minutes**: 3',
    'https://example.com',
  ])
  expect(messages[1]?.last_edit_timestamp).toBe(1_709_294_400)
  expect(messages[0]?.reactions.map(({ user_id, emoji_name }) => [user_id, emoji_name])).toEqual([
    [ottos, 'tea'],
  ])
  expect(report).toContain('content: reactions: nobody_named: 3 (👍)')
  expect(report).toContain('trace: messages: id_twice: 1')
  expect(report).toContain('trace: embeds: preview_of_a_link: 1')
})

test('direct messages keep their two people, and a large file is read message by message', async () => {
  const t = await testApp()
  const many = Array.from({ length: 12_000 }, (_, index) => message(iris, `${index} ${'x'.repeat(900)}`))
  const files = new Map([
    [
      'dm.json',
      file({ id: '200', type: 'DirectTextChat', name: 'otto' }, [
        message(iris, 'Just us'),
        message(otto, 'Yes'),
      ]),
    ],
    ['tea.json', file({ id: '100', name: 'tea' }, many)],
  ])
  const { as, report, directory } = await importedArchive(t, await zipOf(files), { owner })
  expect(await contentsFor(as('owner'), [{ operator: 'is', operand: 'dm' }])).toEqual([])
  expect(report).toMatch(/message +12002 +12002 +0/)
  const { messages } = await as('owner').call(getMessages, {
    ...raw,
    anchor: 'newest',
    num_before: 1,
    narrow: inChannel('tea'),
  })
  expect(messages.at(-1)?.content).toContain('11999 xxx')
  expect(directory.users.size).toBeGreaterThan(3)
})

test('a message that is no object is refused with file and number', async () => {
  const t = await testApp()
  const text = file({ id: '100', name: 'tea' }, [message(iris, 'Hello')]).replace(
    '"messages":[',
    '"messages":[7,',
  )
  expect(await refusedArchive(t, await zipOf(new Map([['tea.json', text]])), { owner })).toBe(
    'tea.json: message 1 is no object.',
  )
})
