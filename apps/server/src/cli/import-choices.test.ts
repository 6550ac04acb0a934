import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { MattermostExportBuilder } from '@tagma/importers/mattermost/export-builder.ts'
import { SlackExportBuilder } from '@tagma/importers/slack/export-builder.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages } from '#test/imported-organization.ts'
import { passingFolder, zipOf } from '#test/packed-files.ts'

const raw = { ...allMessages, apply_markdown: false, allow_empty_topic_name: true } as const

async function csvOf(text: string): Promise<string> {
  const path = join(await passingFolder(), 'members.csv')
  writeFileSync(path, text)
  return path
}

const record = (row: object) => JSON.stringify(row)
const day = Date.UTC(2024, 2, 1, 12) / 1000

let archives = 0

/** Lines of JSON with people without addresses, a thread, and a message outside of it. */
const lines = () =>
  zipOf(
    new Map([
      [
        // An archive is imported once: each has a name of its own.
        `tea${++archives}.jsonl`,
        [
          record({ t: 'person', key: 'U1', name: 'Iris', email: 'iris@example.com', role: 'owner' }),
          record({ t: 'person', key: 'U2', name: 'Otto', active: false }),
          record({ t: 'person', key: 'U3', name: 'Mona', active: false }),
          record({ t: 'person', key: 'U4', name: 'Robot', bot: true, active: false }),
          record({
            t: 'message',
            key: 'a',
            channel: 'tea',
            sender: 'U1',
            sent_at: day,
            content: 'Which tea',
          }),
          record({
            t: 'message',
            channel: 'tea',
            sender: 'U2',
            sent_at: day + 60,
            reply_to: 'a',
            content: 'Green',
          }),
          record({ t: 'message', channel: 'tea', sender: 'U3', sent_at: day + 90_000, content: 'Alone' }),
        ].join('\n'),
      ],
    ]),
  )

test('people without addresses are given them by a table, by their id or name', async () => {
  const t = await testApp()
  const members = await csvOf(
    'Email,UserID,fullname,Status\notto@example.com,u2,,Member\nmona@example.com,,MONA,\nold@example.com,U3,,Deactivated\nrobot@example.com,U4,,\n',
  )
  const { as, directory } = await importedArchive(t, await lines(), { members })
  const found = [...directory.users.values()]
    .filter(({ fullName }) => ['Otto', 'Mona', 'Robot'].includes(fullName))
    .map((user) => [user.fullName, user.deliveryEmail, user.isActive])
  expect(found.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['Mona', 'mona@example.com', true],
    ['Otto', 'otto@example.com', true],
    ['Robot', expect.not.stringContaining('robot@example.com') as string, false],
  ])
  const { messages } = await as('otto').call(getMessages, raw)
  expect(messages.map(({ content }) => content)).toContain('Green')
})

test('a table of members without what is needed is refused', async () => {
  const t = await testApp()
  const archive = await lines()
  const refused = async (text: string) => refusedArchive(t, archive, { members: await csvOf(text) })
  expect(await refused('address,id\na@example.com,U2\n')).toContain(
    'needs a first row with "email", and "id" or "name"',
  )
  expect(await refused('email,id\nno address,U2\n')).toContain(
    'row 2 has "no address" where an address is expected',
  )
  expect(await refusedArchive(t, archive, { members: '/nowhere.csv' })).toBe('There is no /nowhere.csv.')
})

test.for([
  ['threads', ['Which tea · 2024-03-01', 'Which tea · 2024-03-01', '']],
  ['day', ['Which tea · 2024-03-01', 'Which tea · 2024-03-01', '2024-03-02']],
  ['one', ['', '', '']],
] as const)('with topics for %s, messages are there', async ([topics, expected]) => {
  const t = await testApp()
  const { as } = await importedArchive(t, await lines(), { topics })
  const { messages } = await as('iris').call(getMessages, raw)
  expect(messages.map(({ subject }) => subject)).toEqual(expected)
})

test('days are topics of Slack’s channels, too', async () => {
  const t = await testApp()
  const built = new SlackExportBuilder()
  const iris = built.user('iris', { is_owner: true }, { email: 'iris@example.com' })
  const general = built.channel('general', [iris])
  built.message(general, iris, 'Hello')
  const { as } = await importedArchive(t, await zipOf(built.files()), { topics: 'day' })
  const { messages } = await as('iris').call(getMessages, raw)
  expect(messages.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^2024-03-01$/)])
})

test('of several workspaces of a company, one is imported', async () => {
  const t = await testApp()
  const of = (name: string) => {
    const built = new SlackExportBuilder()
    const iris = built.user('iris', { is_owner: true }, { email: 'iris@example.com' })
    built.message(built.channel(name, [iris]), iris, `Hello ${name}`)
    return [...built.files()].map(([file, content]) => [`teams/${name}/${file}`, content] as const)
  }
  const archive = await zipOf(new Map([...of('tea'), ...of('cake'), ['org_users.json', '[]']]))
  expect(await refusedArchive(t, archive)).toBe(
    'This export has several workspaces. Name one with --team: cake, tea.',
  )
  const { as, directory } = await importedArchive(t, archive, { team: 'cake' })
  expect([...directory.channels.values()].map(({ name }) => name)).toEqual(['cake'])
  const { messages } = await as('iris').call(getMessages, raw)
  expect(messages.map(({ content }) => content)).toEqual(['Hello cake'])
  const { directory: other } = await importedArchive(t, archive, { team: 'tea' })
  expect([...other.channels.values()].map(({ name }) => name)).toEqual(['tea'])
})

test('of several teams of Mattermost, the chosen ones come along with their people', async () => {
  const t = await testApp()
  const built = new MattermostExportBuilder()
  for (const [name, shown] of [
    ['tea', 'Tea'],
    ['cake', 'Cake'],
  ] as const) {
    built.team(name, shown)
    built.channel(name, `${name}s`, `${shown}s`)
  }
  built.user('iris', { tea: { teas: {} }, cake: { cakes: {} } }, { roles: 'system_admin', nickname: 'Iris' })
  built.user('otto', { cake: { cakes: {} } })
  built.user('mona', { tea: { teas: {} } })
  built.post('tea', 'teas', 'iris', 'About tea')
  built.post('cake', 'cakes', 'otto', 'About cake')
  built.direct(['iris', 'otto'], 'otto', 'To iris')
  built.direct(['otto', 'otto'], 'otto', 'To myself')
  const archive = await zipOf(built.files())
  expect(await refusedArchive(t, archive, { team: 'pie' })).toBe('There is no team pie. Teams: tea, cake.')
  const { as, directory } = await importedArchive(t, archive, { team: 'tea' })
  expect(directory.organization.name).toBe('Tea')
  expect([...directory.channels.values()].map(({ name }) => name)).toEqual(['Teas'])
  expect(directory.userByEmail('otto@example.com')).toBeUndefined()
  const { messages } = await as('iris').call(getMessages, raw)
  expect(messages.map(({ content }) => content)).toEqual(['About tea', 'To iris'])
})
