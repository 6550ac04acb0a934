import { join } from 'node:path'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { folderOf, zipOf } from '#test/packed-files.ts'

const raw = { ...allMessages, apply_markdown: false } as const

const linesOf = (records: readonly unknown[]) =>
  `${records.map((record) => JSON.stringify(record)).join('\n')}\n`

/** Writes one file, and returns its path. */
const fileOf = async (name: string, content: string | Uint8Array) =>
  join(await folderOf(new Map([[name, content]])), name)

const owner = { t: 'person', email: 'iris@example.com', name: 'Iris', role: 'owner' }

test('lines make people, channels, topics of answers, direct messages, files and reactions, in any order', async () => {
  const t = await testApp()
  const records = [
    {
      t: 'message',
      key: 'b',
      channel: 'general',
      sender: 'otto@example.com',
      sent_at: '2023-11-14T23:13:21+01:00',
      content: 'Green',
      reply_to: 'a',
    },
    {
      t: 'message',
      key: 'c',
      channel: 'general',
      sender: 'iris@example.com',
      sent_at: 1_700_000_002_500,
      content: 'Black',
      reply_to: 'b',
    },
    {
      t: 'message',
      key: 'a',
      channel: 'general',
      sender: 'iris@example.com',
      sent_at: 1_700_000_000,
      content: 'Which tea?',
      reactions: [
        { emoji: ':tada:', people: ['otto@example.com', 'u7'] },
        { emoji: '🍵', people: ['u7'] },
        { emoji: 'no_such', people: ['u7'] },
      ],
    },
    {
      t: 'message',
      channel: 'cake',
      topic: 'Friday',
      sender: 'Baker',
      sent_at: 1_700_000_010.25,
      content: 'Plum',
      edited_at: 1_700_000_020,
      files: ['pics/plum.txt', 'pics/away.txt'],
    },
    {
      t: 'message',
      people: ['otto@example.com'],
      sender: 'iris@example.com',
      sent_at: 1_700_000_011,
      content: 'Just us',
    },
    { t: 'message', channel: 'vault', sender: 'iris@example.com', sent_at: 1_700_000_012, content: 'Hidden' },
    {
      t: 'person',
      key: 'u7',
      name: 'Mona',
      email: 'mona@example.com',
      role: 'guest',
      active: false,
      timezone: 'Europe/Rome',
    },
    {
      t: 'channel',
      name: 'vault',
      description: 'The *good* tea',
      private: true,
      archived: true,
      members: ['u7', 'iris@example.com'],
      created_at: 1_600_000_000,
    },
    { t: 'organization', name: 'Tea Club', description: 'We drink it.' },
    owner,
  ]
  const path = await zipOf(
    new Map([
      ['all/records.jsonl', linesOf(records)],
      ['all/pics/plum.txt', 'A plum.'],
    ]),
  )
  const { as, directory, report } = await importedArchive(t, path)
  expect(directory.organization).toMatchObject({ name: 'Tea Club', description: 'We drink it.' })
  const { messages } = await as('iris').call(getMessages, raw)
  const shown = messages.map(({ content, timestamp, subject, type }) => [
    content.split('\n')[0],
    timestamp,
    type === 'stream' ? subject : '',
  ])
  const thread = 'Which tea? · 2023-11-14'
  expect(shown).toEqual([
    ['Which tea?', 1_700_000_000, thread],
    ['Green', 1_700_000_001, thread],
    ['Black', 1_700_000_002, thread],
    ['Just us', 1_700_000_011, ''],
    ['Hidden', 1_700_000_012, 'general chat'],
  ])
  const id = (name: string) => directory.userByEmail(`${name}@example.com`)?.id
  expect(messages[0]?.reactions.map(({ user_id, emoji_name }) => [user_id, emoji_name])).toEqual([
    [id('otto'), 'tada'],
    [id('mona'), 'tada'],
    [id('mona'), 'tea'],
  ])
  const cake = await as('iris').call(getMessages, {
    ...raw,
    narrow: [{ operator: 'channel', operand: 'cake' }],
  })
  expect(cake.messages[0]).toMatchObject({
    subject: 'Friday',
    last_edit_timestamp: 1_700_000_020,
    sender_full_name: 'Baker',
  })
  expect(cake.messages[0]?.content).toMatch(
    /^Plum\n\n\[plum\.txt\]\(\/user_uploads\/\d+\/\S+plum\.txt\)\n\n\*File not in the archive: pics\/away\.txt\*$/,
  )
  expect(await contentsFor(as('iris'), [{ operator: 'is', operand: 'dm' }])).toEqual(['Just us'])
  expect(directory.channelByName('vault')).toMatchObject({
    isPrivate: true,
    isArchived: true,
    description: 'The *good* tea',
    createdAt: 1_600_000_000,
  })
  const { members } = await as('iris').call(getUsers, {})
  expect(members.find(({ full_name }) => full_name === 'Mona')).toMatchObject({
    role: 600,
    is_active: false,
    timezone: 'Europe/Rome',
    is_imported_stub: false,
  })
  expect(members.find(({ full_name }) => full_name === 'otto')).toMatchObject({
    role: 400,
    is_active: false,
    is_imported_stub: true,
  })
  for (const line of [
    'state: person: only_in_messages: 2 (otto@example.com; Baker)',
    'state: channel: only_in_messages: 2 (general; cake)',
    'content: files: not_in_the_archive: 1 (pics/away.txt)',
    'content: reactions: emoji_unknown: 1 (no_such)',
  ])
    expect(report).toContain(line)
})

test('all that is wrong in lines is said at once, with the line', async () => {
  const t = await testApp()
  const path = await fileOf(
    'chat.jsonl',
    [
      JSON.stringify(owner),
      '{"t":"message","channel":"general"',
      JSON.stringify({ t: 'message', sender: 'a', sent_at: 1, content: 'x' }),
      JSON.stringify({ t: 'message', channel: 'a', people: ['b'], sender: 'a', sent_at: 1 }),
      JSON.stringify({ t: 'message', channel: 'a', sender: 'a', sent_at: 'yesterday' }),
      JSON.stringify({ t: 'message', channel: 'a', sent_at: 1 }),
      JSON.stringify({ t: 'message', channel: 'a', sender: 'a', sent_at: 1, files: 'x' }),
      JSON.stringify({ t: 'person', email: 'x@example.com', role: 'king' }),
      JSON.stringify({ t: 'table' }),
      '[]',
    ].join('\r\n'),
  )
  const said = await refusedArchive(t, path)
  expect(said.split('\n').map((line) => line.replace(/(no JSON): .*/, '$1'))).toEqual([
    'chat.jsonl, line 2: no JSON',
    'chat.jsonl, line 3: "channel" or "people" has to say where it belongs.',
    'chat.jsonl, line 4: it has "channel" and "people": one of them is needed.',
    'chat.jsonl, line 5: "sent_at" is "yesterday": no time in seconds, milliseconds or like 2024-03-01T12:00:00Z.',
    'chat.jsonl, line 6: "sender" is missing.',
    'chat.jsonl, line 7: "files" has to be a list of texts.',
    'chat.jsonl, line 8: "role" has to be one of owner, administrator, moderator, member, guest.',
    'chat.jsonl, line 9: "t" is "table"; it has to be "message", "person", "channel", "membership", "emoji" or "organization".',
    'chat.jsonl, line 10: an object was expected.',
  ])
  const many = await fileOf('many.jsonl', `${JSON.stringify(owner)}\n${'{"t":"x"}\n'.repeat(5000)}`)
  expect((await refusedArchive(t, many)).split('\n')).toHaveLength(100)
})

test.for([
  ['commas', ',', ''],
  ['semicolons and a byte order mark', ';', '\uFEFF'],
  ['tabs', '\t', ''],
] as const)('a CSV with %s makes messages with answers, people and files', async ([, separator, mark]) => {
  const t = await testApp()
  const rows = [
    [
      'Time',
      'Channel',
      'Topic',
      'People',
      'Sender',
      'Sender Email',
      'Content',
      'ID',
      'Reply to',
      'Attachments',
      'Mood',
    ],
    [
      '2024-03-01 12:00:00',
      'general',
      '',
      '',
      'Iris',
      'iris@example.com',
      '"Which ""tea"",\nfor Friday; or\tso?"',
      '1',
      '',
      '',
      'good',
    ],
    ['1709294401', 'general', '', '', 'Otto', 'otto@example.com', 'Green', '2', '1', 'plum.txt', ''],
    [
      '2024-03-01T12:00:02Z',
      '',
      '',
      '"iris@example.com"',
      'Otto',
      'otto@example.com',
      'Just us',
      '3',
      '',
      '',
      '',
    ],
  ]
  const files = await folderOf(new Map([['plum.txt', 'A plum.']]))
  const path = await fileOf('chat.csv', mark + rows.map((row) => row.join(separator)).join('\n'))
  const { as, report } = await importedArchive(t, path, { owner: 'iris@example.com', files, name: 'Tea' })
  const { messages } = await as('iris').call(getMessages, raw)
  expect(
    messages.map(({ content, timestamp, subject, sender_full_name }) => [
      content.split('\n\n')[0],
      timestamp,
      subject,
      sender_full_name,
    ]),
  ).toEqual([
    [
      'Which "tea",\nfor Friday; or\tso?',
      1_709_294_400,
      'Which "tea", for Friday; or so? · 2024-03-01',
      'Iris',
    ],
    ['Green', 1_709_294_401, 'Which "tea", for Friday; or so? · 2024-03-01', 'Otto'],
    ['Just us', 1_709_294_402, '', 'Otto'],
  ])
  expect(messages[1]?.content).toContain('/user_uploads/')
  expect(report).toContain('content: chat.csv: column_not_known: 1 (mood)')
})

test('what is wrong in a CSV is said with the line', async () => {
  const t = await testApp()
  const head = 'time,channel,sender,content\n'
  const refusal = async (content: string | Uint8Array) =>
    refusedArchive(t, await fileOf('chat.csv', content), { owner: 'iris@example.com' })
  expect(await refusal(`${head}never,a,b,c\n1,,b,c\n1,a,,c\n`)).toBe(
    [
      'chat.csv, line 2: column time is "never": no time in seconds, milliseconds or like 2024-03-01T12:00:00Z.',
      'chat.csv, line 3: column channel or column people has to say where it belongs.',
      'chat.csv, line 4: column sender is missing.',
    ].join('\n'),
  )
  expect(await refusal(`${head}1,a,b\n`)).toMatch(/^chat\.csv, line 2: /)
  expect(await refusal(`${head}1,a,b,"never closed\n`)).toMatch(/^chat\.csv, line \d+: /)
  expect(await refusal(Buffer.from(`${head}1,a,J\u00fcrgen,c\n`, 'latin1'))).toBe(
    'chat.csv is not in UTF-8. Save it in UTF-8.',
  )
  expect(await refusal(`${head}1,a,b,${'x'.repeat(2 * 1024 * 1024)}\n`)).toMatch(/^chat\.csv, line \d+: /)
  expect(await refusal('a,b\n1,2\n')).toMatch(/no archive that can be imported/)
})
