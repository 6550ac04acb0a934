import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { SlackExportBuilder } from '@tagma/importers/slack/export-builder.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { folderOf, zipOf } from '#test/packed-files.ts'
import { picture } from '#test/pictures.ts'

function teaRoom() {
  const built = new SlackExportBuilder()
  const iris = built.user(
    'Iris',
    { is_owner: true, is_primary_owner: true },
    { title: 'Head of tea', phone: '0123' },
  )
  const otto = built.user('Otto', { is_admin: true })
  const mona = built.user('Mona', { is_ultra_restricted: true })
  const general = built.channel('general', [iris, otto, mona], {
    is_general: true,
    purpose: { value: 'All about tea' },
    topic: { value: 'Green this week' },
  })
  return { built, iris, otto, mona, general }
}

const raw = { ...allMessages, apply_markdown: false } as const

test('people come with roles, time zones, profiles and their state', async () => {
  const t = await testApp()
  const { built, iris, general } = teaRoom()
  built.user('Gone', { deleted: true })
  built.user('Twin', {}, { real_name: '', display_name: 'Otto', email: '' })
  built.user('Helper', { is_bot: true }, { email: '' })
  built.message(general, iris, 'Hello')
  built.message(general, 'U7777', 'From elsewhere', { user_profile: { real_name: 'Stranger' } })
  built.message(general, '', 'Build passed', { subtype: 'bot_message', bot_id: 'B99', username: 'Builder' })
  const { as, directory } = await importedArchive(
    t,
    await zipOf(built.files(), 'Tea Room Slack export Mar 1 2024.zip'),
  )
  expect(directory.organization.name).toBe('Tea Room')
  const { members } = await as('iris').call(getUsers, { include_custom_profile_fields: true })
  const shown = members
    .filter(({ email }) => !email.includes('-bot@'))
    .map(({ full_name, role, is_active, is_bot, timezone, is_imported_stub }) => ({
      full_name,
      role,
      is_active,
      is_bot,
      timezone,
      is_imported_stub,
    }))
  const person = { is_active: true, is_bot: false, timezone: 'Europe/Berlin', is_imported_stub: false }
  expect(shown).toEqual(
    expect.arrayContaining([
      { ...person, full_name: 'Iris', role: 100 },
      { ...person, full_name: 'Otto', role: 200 },
      { ...person, full_name: 'Mona', role: 600 },
      { ...person, full_name: 'Gone', role: 400, is_active: false },
      { ...person, full_name: 'Otto (2)', role: 400 },
      { ...person, full_name: 'Stranger', role: 400, is_active: false, timezone: '', is_imported_stub: true },
      { ...person, full_name: 'Helper', role: 400, is_active: false, is_bot: true },
      { ...person, full_name: 'Builder', role: 400, is_active: false, is_bot: true, timezone: '' },
    ]),
  )
  const { custom_profile_fields: fields } = await as('iris').call(registerQueue, {
    event_types: ['custom_profile_fields'],
  })
  expect(fields?.map(({ name }) => name)).toEqual(['Title', 'Phone number'])
  const own = members.find(({ full_name }) => full_name === 'Iris')
  expect(Object.values(own?.profile_data ?? {}).map(({ value }) => value)).toEqual(['Head of tea', '0123'])
})

test('channels come with descriptions and members, and who joined and left received no more than that', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, general } = teaRoom()
  const secret = built.privateChannel('secret', [iris])
  built.channel('old', [iris], { is_archived: true })
  built.message(general, iris, 'Before Otto')
  built.message(general, otto, '<@Otto> joined', { subtype: 'channel_join' })
  built.message(general, iris, 'With Otto')
  const gone = built.user('Gone')
  built.message(secret, gone, 'I was here')
  built.message(secret, gone, 'left', { subtype: 'group_leave' })
  built.message(secret, iris, 'Now alone')
  const { as, directory } = await importedArchive(t, await folderOf(built.files()))
  const { subscriptions } = await as('otto').call(getSubscriptions, {})
  expect(subscriptions.map(({ name }) => name)).toEqual(['general'])
  expect(directory.channelByName('general')).toMatchObject({
    description: 'All about tea\nGreen this week',
    isPrivate: false,
    isDefault: true,
  })
  expect(directory.channelByName('secret')).toMatchObject({ isPrivate: true, historyPublic: true })
  expect(directory.channelByName('old')).toMatchObject({ isArchived: true })
  // The feed has what somebody received; the channel shows them all of it.
  expect(await contentsFor(as('otto'))).toEqual(['With Otto'])
  const inGeneral = [{ operator: 'channel', operand: 'general' }]
  expect(await contentsFor(as('otto'), inGeneral)).toEqual(['Before Otto', 'With Otto'])
  expect(await contentsFor(as('mona'))).toEqual(['Before Otto', 'With Otto'])
  const inSecret = [{ operator: 'channel', operand: 'secret' }]
  expect(await contentsFor(as('iris'), inSecret)).toEqual(['I was here', 'Now alone'])
  await expect(contentsFor(as('otto'), inSecret)).rejects.toThrow('Invalid narrow operator')
  await expect(contentsFor(as('gone'), inSecret)).rejects.toThrow('Invalid narrow operator')
  expect(mona).not.toBe(otto)
})

test('messages are in the order of their times in all channels, and everything is read', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaRoom()
  const other = built.channel('other', [iris, otto])
  built.message(general, iris, 'third', { ts: '1709283600.000003' })
  built.message(other, otto, 'second', { ts: '1709283600.000002' })
  built.message(general, otto, 'first', { ts: '1709283600.000001' })
  built.message(other, iris, 'next day', {
    ts: '1709370000.000000',
    edited: { user: iris, ts: '1709370060.000000' },
  })
  const { as } = await importedArchive(t, await zipOf(built.files()))
  const { messages } = await as('iris').call(getMessages, raw)
  expect(
    messages.map(({ content, timestamp, subject, display_recipient }) => [
      content,
      timestamp,
      subject,
      display_recipient,
    ]),
  ).toEqual([
    ['first', 1_709_283_600, 'general chat', 'general'],
    ['second', 1_709_283_600, 'general chat', 'other'],
    ['third', 1_709_283_600, 'general chat', 'general'],
    ['next day', 1_709_370_000, 'general chat', 'other'],
  ])
  expect(messages.at(-1)?.last_edit_timestamp).toBe(1_709_370_060)
  expect(messages.every(({ flags, client }) => flags.includes('read') && client === 'Slack')).toBe(true)
})

test('a thread is a topic of its own, over days, also if its first message is gone', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaRoom()
  const root = built.message(general, iris, 'Which *tea* for <@U1001> and the rest of us on Friday?')
  const { ts } = root
  built.row(general, {
    type: 'message',
    user: iris,
    text: 'Which *tea* for Friday?',
    ts: '1709283599.000000',
    thread_ts: '1709283599.000000',
    reply_count: 2,
  })
  built.message(general, otto, 'Green', { thread_ts: '1709283599.000000' })
  built.message(general, otto, 'Tomorrow', {
    ts: '1709470000.000000',
    thread_ts: '1709283599.000000',
    subtype: 'thread_broadcast',
  })
  built.message(general, otto, 'Alone', { thread_ts: '1700000000.000000' })
  const again = '1709283700.000000'
  built.row(general, {
    type: 'message',
    user: iris,
    text: 'Which *tea* for Friday?',
    ts: again,
    thread_ts: again,
  })
  const { as } = await importedArchive(t, await zipOf(built.files()))
  const { messages } = await as('iris').call(getMessages, raw)
  const topics = Object.fromEntries(messages.map(({ content, subject }) => [content, subject]))
  expect(topics).toMatchObject({
    Green: 'Which tea for Friday? · 2024-03-01',
    Tomorrow: 'Which tea for Friday? · 2024-03-01',
  })
  expect(topics.Alone).toBe('Alone · 2024-03-01')
  const threads = new Set(messages.map(({ subject }) => subject))
  expect(threads).toContain('Which tea for Friday? · 2024-03-01 (2)')
  expect(messages.find(({ timestamp }) => timestamp === Math.floor(Number(ts)))?.subject).toBe('general chat')
})

test('direct messages stay between their people, also alone and in groups', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, general } = teaRoom()
  built.message(built.direct(iris, otto), otto, 'Just us')
  built.message(built.direct(iris, iris), iris, 'Note to myself')
  built.message(built.group('mpdm-iris--otto--mona-1', iris, otto, mona), mona, 'We three')
  built.message(built.direct(otto, 'USLACKBOT'), 'USLACKBOT', 'Reminder')
  built.message(general, iris, 'All')
  const { as } = await importedArchive(t, await zipOf(built.files()))
  const isDirect = [{ operator: 'is', operand: 'dm' }]
  expect(await contentsFor(as('iris'), isDirect)).toEqual(['Just us', 'Note to myself', 'We three'])
  expect(await contentsFor(as('otto'), isDirect)).toEqual(['Just us', 'We three', 'Reminder'])
  expect(await contentsFor(as('mona'), isDirect)).toEqual(['We three'])
})

test('texts keep mentions, links, styles and emoji', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaRoom()
  const first = built.message(
    general,
    iris,
    'Look: <https://example.com/a_b|the *page*> and <http://tea.example|tea.example>',
  )
  built.message(
    general,
    iris,
    `<@${otto}> see <#${general.id}|general> &amp; ~not~ _now_ *bold* :tada: :+1::skin-tone-3: \`<http://x.y>&lt;\``,
  )
  built.message(general, iris, '<!channel> <!subteam^S1|@cooks> <@U9>')
  built.message(
    general,
    otto,
    `https://tea.slack.com see <https://tea.slack.com/archives/${general.id}/p${first.ts.replace('.', '')}|there>`,
  )
  built.message(general, otto, 'unused', {
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Try ' },
              { type: 'text', text: 'this ', style: { bold: true } },
              { type: 'user', user_id: iris },
              { type: 'emoji', name: 'coffee' },
            ],
          },
          {
            type: 'rich_text_list',
            style: 'bullet',
            indent: 0,
            elements: [
              { type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] },
              {
                type: 'rich_text_section',
                elements: [{ type: 'link', url: 'https://example.com', text: 'two' }],
              },
            ],
          },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: '*raw* <b>' }] },
        ],
      },
    ],
  })
  built.message(general, otto, 'waves', { subtype: 'me_message' })
  const { as, directory } = await importedArchive(t, await zipOf(built.files()))
  const id = (name: string) => directory.userByEmail(`${name}@example.com`)?.id
  const { messages } = await as('otto').call(getMessages, raw)
  const channel = directory.channelByName('general')?.id
  expect(messages.map(({ content }) => content)).toEqual([
    'Look: [the *page*](https://example.com/a_b) and http://tea.example',
    `@**Otto|${id('otto')}** see #**general** & ~~not~~ *now* **bold** 🎉 👍 \`http://x.y<\``,
    '@**all** @cooks @U9',
    `https://tea.slack.com see [there](#narrow/channel/${channel}/near/${messages[0]?.id})`,
    `Try **this** @**Iris|${id('iris')}**☕\n* one\n* [two](https://example.com)\n\n\`\`\`\n*raw* <b>\n\`\`\``,
    '/me waves',
  ])
  expect(messages[1]?.flags).toContain('mentioned')
  expect(messages[2]?.flags).toContain('stream_wildcard_mentioned')
  const html = await as('otto').call(getMessages, allMessages)
  expect(html.messages[1]?.content).toContain(
    `<span class="user-mention" data-user-id="${id('otto')}">@Otto</span>`,
  )
  expect(html.messages[1]?.content).toContain('emoji-1f389')
})

test('reactions, custom emoji, files and avatars come along; a file that is nowhere is named', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaRoom()
  const { bytes } = await picture({ width: 40, height: 40 })
  built.others.set(
    'emoji.json',
    JSON.stringify({
      ok: true,
      emoji: { teapot: 'https://emoji.slack-edge.com/x.png', pot: 'alias:teapot', yes: 'alias:+1' },
    }),
  )
  built.others.set('__emoji/teapot', bytes)
  built.others.set(`__avatars/${iris}`, bytes)
  built.others.set('__uploads/F100/für alle.txt', 'Two spoons.')
  const file = {
    id: 'F100',
    name: 'für alle.txt',
    mimetype: 'text/plain',
    user: iris,
    size: 11,
    created: 1_709_283_000,
  }
  built.message(general, iris, 'See :pot:', {
    files: [file, { id: 'F101', name: 'away.pdf', user: iris }, { id: 'F102', mode: 'tombstone' }],
    reactions: [
      { name: 'thumbsup', users: [iris, otto], count: 2 },
      { name: '+1::skin-tone-4', users: [otto], count: 1 },
      { name: 'pot', users: [otto], count: 3 },
      { name: 'nobody_knows', users: [otto], count: 1 },
    ],
  })
  built.message(general, otto, `<@${otto}> uploaded a file: <https://x.slack.com/f|f> and commented: Nice`, {
    subtype: 'file_share',
    file,
  })
  const { as, report, directory } = await importedArchive(t, await zipOf(built.files()))
  const { messages } = await as('otto').call(getMessages, raw)
  const [first, second] = messages
  expect(first?.content).toMatch(
    /^See :teapot:\n\n\[für alle\.txt\]\(\/user_uploads\/\d+\/\S+\/fur[_-]alle\.txt\)\n\n\*File not in the export: away\.pdf\*\n\n\*File not in the export: file\*$/,
  )
  expect(second?.content).toMatch(/^Nice\n\n\[für alle\.txt\]\(\/user_uploads\//)
  const emoji = [...directory.emoji.values()].find(({ name }) => name === 'teapot')
  expect(
    first?.reactions.map(({ user_id, emoji_name, emoji_code, reaction_type }) => [
      user_id,
      emoji_name,
      emoji_code,
      reaction_type,
    ]),
  ).toEqual([
    [directory.userByEmail('iris@example.com')?.id, '+1', '1f44d', 'unicode_emoji'],
    [directory.userByEmail('otto@example.com')?.id, '+1', '1f44d', 'unicode_emoji'],
    [directory.userByEmail('otto@example.com')?.id, 'teapot', String(emoji?.id), 'realm_emoji'],
  ])
  expect(directory.userByEmail('iris@example.com')?.avatarSource).toBe('U')
  expect(report).toMatch(/content: files: not_in_the_archive: 1 \(F101 away\.pdf\)/)
  expect(report).toMatch(/content: files: tombstone: 1/)
  expect(report).toMatch(/content: reactions: emoji_unknown: 1 \(nobody_knows\)/)
  expect(report).toMatch(/content: reactions: people_not_in_the_export: 2 \(pot\)/)
})

test('messages of programs are quotes, and rows without sender, time or text are counted', async () => {
  const t = await testApp()
  const { built, iris, general } = teaRoom()
  built.message(general, '', '', {
    subtype: 'bot_message',
    bot_id: 'B1',
    username: 'Builder',
    attachments: [
      {
        pretext: 'New run',
        title: 'Build 7',
        title_link: 'https://ci.example/7',
        text: 'took *3* minutes',
        fields: [{ title: 'Branch', value: 'main' }],
      },
      { from_url: 'https://example.com', title: 'A page' },
    ],
  })
  built.message(general, iris, '')
  built.row(general, { type: 'message', user: iris, text: 'When?', ts: 'NaN' })
  built.row(general, { type: 'message', text: 'Who?', ts: '1709283600.000001' })
  built.message(general, iris, 'set the topic', { subtype: 'channel_topic' })
  const { as, report } = await importedArchive(t, await zipOf(built.files()))
  expect(await contentsFor(as('iris'))).toEqual([
    'New run\n\n> [Build 7](https://ci.example/7)\n> took **3** minutes\n> **Branch**: main',
  ])
  expect(report).toMatch(/messages +5 +1 +4/)
  for (const reason of ['empty', 'no_time', 'no_sender', 'channel_topic'])
    expect(report).toContain(`messages: ${reason}: 1`)
})

test('without an address of an owner somebody is named by --owner, and the work folder is given back', async () => {
  const t = await testApp()
  const built = new SlackExportBuilder()
  const iris = built.user('Iris', { is_owner: true }, { email: '' })
  const general = built.channel('general', [iris])
  built.message(general, iris, 'Hello')
  const path = await zipOf(built.files())
  await expect(importedArchive(t, path)).rejects.toThrow('Nobody in it is an active owner')
  const work = join(t.app.services.config.dataDir, 'import-work')
  expect(existsSync(work) ? readdirSync(work) : []).toEqual([])
  const { as } = await importedArchive(t, path, { owner: 'iris@example.com' })
  expect(await contentsFor(as('iris'))).toEqual(['Hello'])
  await expect(importedArchive(t, path)).rejects.toThrow('This export was imported already')
  expect(readdirSync(work)).toEqual([])
})
