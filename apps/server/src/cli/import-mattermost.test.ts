import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { MattermostExportBuilder } from '@tagma/importers/mattermost/export-builder.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { zipOf } from '#test/packed-files.ts'
import { picture } from '#test/pictures.ts'

const raw = { ...allMessages, apply_markdown: false } as const
const inChannel = (name: string) => [{ operator: 'channel', operand: name }]

function teaClub() {
  const built = new MattermostExportBuilder()
  built.team('tea', 'Tea Club')
  built.channel('tea', 'town-square', 'Town Square', { purpose: 'All', header: 'Read *this*' })
  built.channel('tea', 'vault', 'Vault', { type: 'P' })
  built.channel('tea', 'old', 'Old', { deleted_at: 1_700_000_000_000 })
  const last = 1_709_294_401_000
  built.user(
    'iris',
    { tea: { 'town-square': { favorite: true }, vault: {}, old: {} } },
    { roles: 'system_admin system_user', nickname: 'Iris' },
  )
  built.user(
    'otto.b',
    { tea: { 'town-square': { last_viewed_at: last, notify_props: { mark_unread: 'mention' } } } },
    { email: 'otto@example.com', first_name: 'Otto', last_name: 'B' },
  )
  built.user(
    '007',
    { tea: { 'town-square': {} } },
    { email: 'bond@example.com', roles: 'system_guest', first_name: '' },
  )
  built.user('gone', {}, { delete_at: 1_700_000_000_000 })
  built.add('bot', { username: 'builder', display_name: 'Builder', owner: 'iris' })
  return built
}

test('people, channels and memberships are as they were', async () => {
  const t = await testApp()
  const built = teaClub()
  const { bytes } = await picture({ width: 40, height: 40 })
  built.others.set('data/profile_pictures/mona.png', bytes)
  built.user(
    'mona',
    {},
    { profile_image: 'profile_pictures/mona.png', timezone: { automaticTimezone: 'Europe/Rome' } },
  )
  built.post('tea', 'town-square', 'iris', 'Hello')
  const { as, directory } = await importedArchive(t, await zipOf(built.files()))
  expect(directory.organization.name).toBe('Tea Club')
  const { members } = await as('iris').call(getUsers, {})
  const shown = Object.fromEntries(
    members.map((one) => [one.full_name, [one.role, one.is_active, one.is_bot, one.timezone]]),
  )
  expect(shown).toMatchObject({
    Iris: [100, true, false, ''],
    'Otto B': [400, true, false, ''],
    '007': [600, true, false, ''],
    gone: [400, false, false, ''],
    mona: [400, true, false, 'Europe/Rome'],
    Builder: [400, false, true, ''],
  })
  expect(directory.userByEmail('mona@example.com')?.avatarSource).toBe('U')
  expect(directory.channelByName('Town Square')).toMatchObject({
    isDefault: true,
    isPrivate: false,
    description: 'All\nRead *this*',
  })
  expect(directory.channelByName('Vault')).toMatchObject({ isPrivate: true })
  expect(directory.channelByName('Old')).toMatchObject({ isArchived: true })
  const of = async (name: string) => {
    const { subscriptions } = await as(name).call(getSubscriptions, {})
    return subscriptions.map((one) => [one.name, one.is_muted, one.pin_to_top])
  }
  expect(await of('iris')).toEqual(
    expect.arrayContaining([
      ['Town Square', false, true],
      ['Vault', false, false],
    ]),
  )
  expect(await of('otto')).toEqual([['Town Square', true, false]])
})

test('several teams become folders, and names of theirs that are one get the team before them', async () => {
  const t = await testApp()
  const built = teaClub()
  built.team('cake', 'Cake Club')
  built.channel('cake', 'town-square', 'Town Square')
  built.channel('cake', 'plum', 'Plum')
  built.post('cake', 'plum', 'iris', 'Hello')
  const { directory } = await importedArchive(t, await zipOf(built.files()), { name: 'Both' })
  expect([...directory.channels.values()].map(({ name }) => name).toSorted()).toEqual([
    'Cake Club / Town Square',
    'Old',
    'Plum',
    'Tea Club / Town Square',
    'Vault',
  ])
  expect(directory.channelByName('Plum')?.folderId).not.toBe(directory.channelByName('Vault')?.folderId)
})

test('posts keep texts, answers, reactions, stars, files and the times of reading', async () => {
  const t = await testApp()
  const built = teaClub()
  built.others.set('data/2024/plum.txt', 'A plum.')
  const { bytes } = await picture({ width: 40, height: 40 })
  built.others.set('data/emoji/teapot.png', bytes)
  built.add('emoji', { name: 'teapot', image: 'emoji/teapot.png' })
  built.post('tea', 'town-square', 'iris', 'Which tea, @Otto.B. and @007? ~vault `@007` @all', {
    reactions: [
      { user: 'otto.b', emoji_name: 'tada' },
      { user: 'otto.b', emoji_name: 'teapot' },
      { user: 'otto.b', emoji_name: 'no_such' },
    ],
    flagged_by: ['otto.b'],
    replies: [
      {
        user: 'otto.b',
        message: 'Green',
        create_at: 1_709_294_500_000,
        edit_at: 1_709_294_600_000,
        attachments: [{ path: '2024/plum.txt' }, { path: '2024/away.txt' }],
      },
      { user: '007', message: '```latex\nx\n```', create_at: 1_709_294_501_000, flagged_by: ['007'] },
    ],
  })
  built.post('tea', 'town-square', 'builder', '', {
    type: 'slack_attachment',
    props: {
      attachments: [
        {
          pretext: 'Run',
          title: 'Build 7',
          title_link: 'https://ci.example/7',
          text: 'done',
          fields: [{ title: 'Minutes', value: 3 }],
        },
      ],
    },
  })
  built.post('tea', 'town-square', 'iris', 'joined', { type: 'system_join_channel' })
  const { as, directory, report } = await importedArchive(t, await zipOf(built.files()))
  const id = (name: string) => directory.userByEmail(`${name}@example.com`)?.id
  const { messages } = await as('otto').call(getMessages, { ...raw, narrow: inChannel('Town Square') })
  expect(
    messages.map(({ content, timestamp }) => [
      content.replaceAll(/user_uploads\/\S+\)/g, 'file)'),
      timestamp,
    ]),
  ).toEqual([
    [
      `Which tea, @**Otto B|${id('otto')}**. and @**007|${id('bond')}**? #**Vault** \`@007\` @**all**`,
      1_709_294_401,
    ],
    ['> [Build 7](https://ci.example/7)\n> done\n> **Minutes**: 3'.replace(/^/, 'Run\n\n'), 1_709_294_402],
    ['Green\n\n[plum.txt](/file)\n\n*File not in the archive: 2024/away.txt*', 1_709_294_500],
    ['```math\nx\n```', 1_709_294_501],
  ])
  expect(new Set([0, 2, 3].map((index) => messages[index]?.subject)).size).toBe(1)
  expect(messages[0]?.subject).toBe('Which tea, @Otto B. and @007? #Vault @0… · 2024-03-01')
  expect(messages[2]?.last_edit_timestamp).toBe(1_709_294_600)
  expect(messages[0]?.reactions.map(({ emoji_name, reaction_type }) => [emoji_name, reaction_type])).toEqual([
    ['tada', 'unicode_emoji'],
    ['teapot', 'realm_emoji'],
  ])
  // Otto was last there when the first post came: he has not read what followed, without his own.
  const isRead = (index: number) => messages[index]?.flags.includes('read')
  expect([0, 1, 2, 3].map(isRead)).toEqual([true, false, true, false])
  expect(messages[0]?.flags).toEqual(
    expect.arrayContaining(['starred', 'mentioned', 'stream_wildcard_mentioned']),
  )
  const seen = await as('bond').call(getMessages, { ...raw, narrow: inChannel('Town Square') })
  expect(seen.messages.map(({ flags }) => [flags.includes('read'), flags.includes('starred')])).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [true, true],
  ])
  for (const line of [
    'trace: posts: system_join_channel: 1',
    'content: files: not_in_the_archive: 1 (2024/away.txt)',
    'content: reactions: emoji_unknown: 1 (no_such)',
  ])
    expect(report).toContain(line)
})

test('direct posts stay between their people, under both names that versions have for them', async () => {
  const t = await testApp()
  const built = teaClub()
  built.add('direct_channel', { members: ['iris', 'otto.b'] })
  built.add('direct_channel', {
    participants: [
      { username: 'iris' },
      { username: 'otto.b', last_viewed_at: 1_709_294_400_500 },
      { username: '007' },
    ],
  })
  built.direct(['iris', 'otto.b'], 'otto.b', 'Just us', {
    replies: [{ user: 'iris', message: 'Yes', create_at: 1_709_294_700_000 }],
  })
  built.direct(['iris', 'otto.b', '007'], 'iris', 'We three')
  built.direct(['iris', 'iris'], 'iris', 'Note')
  const { as } = await importedArchive(t, await zipOf(built.files()))
  const isDirect = [{ operator: 'is', operand: 'dm' }]
  expect(await contentsFor(as('iris'), isDirect)).toEqual(['Just us', 'We three', 'Note', 'Yes'])
  expect(await contentsFor(as('otto'), isDirect)).toEqual(['Just us', 'We three', 'Yes'])
  expect(await contentsFor(as('bond'), isDirect)).toEqual(['We three'])
  const { messages } = await as('otto').call(getMessages, { ...raw, narrow: isDirect })
  expect(messages.map(({ content, flags }) => [content, flags.includes('read')])).toEqual([
    ['Just us', true],
    ['We three', false],
    ['Yes', true],
  ])
})

test('a line that is no record of an export is refused with its number', async () => {
  const t = await testApp()
  const refusal = async (line: string) => {
    const lines = `{"type":"version","version":1}\n${line}\n`
    return refusedArchive(t, await zipOf(new Map([['import.jsonl', lines]])), { owner: 'iris@example.com' })
  }
  expect(await refusal('{"type":"post"')).toMatch(/^import\.jsonl, line 2: no JSON: /)
  expect(await refusal('[]')).toBe('import.jsonl, line 2: an object was expected.')
  expect(await refusal('{"type":"post","post":7}')).toMatch(
    /^import\.jsonl, line 2: no line of a bulk export/,
  )
})
