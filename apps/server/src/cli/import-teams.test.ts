import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUsers } from '@tagma/contract/endpoints/users/get-users.ts'
import { TeamsExportBuilder, teamsMention, teamsReaction } from '@tagma/importers/teams/export-builder.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { importedArchive, refusedArchive } from '#test/imported-archive.ts'
import { allMessages, contentsFor } from '#test/imported-organization.ts'
import { folderOf, zipOf } from '#test/packed-files.ts'

const raw = { ...allMessages, apply_markdown: false, allow_empty_topic_name: true } as const
const owner = { owner: 'iris@example.com', name: 'Tea Club' }

function teaClub() {
  const built = new TeamsExportBuilder()
  const iris = built.user('iris')
  const otto = built.user('otto')
  const gus = built.user('gus', { UserPrincipalName: 'gus_example.com#EXT#@tea.onmicrosoft.com' })
  const tea = built.team('Tea', [iris, otto])
  const general = built.channel(tea, 'General', { Description: 'All of us' })
  return { built, iris, otto, gus, tea, general }
}

test('people, teams, channels and members are as they were', async () => {
  const t = await testApp()
  const { built, iris, tea } = teaClub()
  built.channel(tea, 'Plum', { IsArchived: true })
  built.channel(tea, 'Board', { MembershipType: 'private' })
  const core = built.team('Core', [iris], { Privacy: 'Private' })
  built.channel(core, 'General')
  const old = built.team('Old', [iris])
  built.channel(old, 'General')
  built.settings.push({ Id: old, IsArchived: true })
  const { as, directory, report } = await importedArchive(t, await zipOf(built.files()), owner)
  const { members } = await as('iris').call(getUsers, {})
  expect(Object.fromEntries(members.map((one) => [one.full_name, one.role]))).toMatchObject({
    Iris: 100,
    Otto: 400,
    Gus: 600,
  })
  const shown = [...directory.channels.values()].map((one) => [one.name, one.isPrivate, one.isArchived])
  expect(shown.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['Board', true, false],
    ['Core', true, false],
    ['Old', false, true],
    ['Plum', false, true],
    ['Tea', false, false],
  ])
  expect(directory.channelByName('Tea')).toMatchObject({
    description: 'All of us',
    createdAt: Date.UTC(2024, 0, 2, 3, 4, 5) / 1000,
  })
  const { subscriptions } = await as('otto').call(getSubscriptions, {})
  expect(subscriptions.map(({ name }) => name).toSorted()).toEqual(['Tea'])
  expect(directory.channelByName('Plum')?.folderId).toBe(directory.channelByName('Tea')?.folderId)
  expect(directory.channelByName('Core')?.folderId).not.toBe(directory.channelByName('Tea')?.folderId)
  expect(report).toContain('state: channels: members_not_in_the_export: 1 (Board)')
})

test('posts keep subjects, answers, mentions, reactions, edits and links to their files', async () => {
  const t = await testApp()
  const { built, iris, otto, general } = teaClub()
  const asked = built.post(iris, general, '<p>Which tea, <at id="0">Otto</at>? <at id="1">Tea</at></p>', {
    Subject: 'Mornings',
    Mentions: [teamsMention(0, otto), { Id: 1, Mentioned: { Conversation: { Id: 'x' } } }],
    Reactions: [teamsReaction('😮', otto), teamsReaction('like', iris), teamsReaction('bogus', iris)],
    LastEditedDateTime: '2024-03-01T12:30:00Z',
  })
  built.post(otto, general, '<p>Green</p>', { ReplyToId: asked })
  const plain = built.post(otto, general, '<p>No subject here</p>')
  built.post(iris, general, '<p>But an answer</p>', { ReplyToId: plain })
  built.post(iris, general, '<attachment id="a"></attachment><p>The plan</p>', {
    Attachments: [
      {
        Id: 'a',
        ContentType: 'reference',
        ContentUrl: 'https://tea.sharepoint.com/plan.docx',
        Name: 'plan.docx',
      },
    ],
  })
  built.post('away', general, '<p>From somebody who left</p>')
  built.post(iris, general, '<systemEventMessage/>', { MessageType: 'unknownFutureValue', From: null })
  built.post(iris, general, '<p>deleted</p>', { DeletedDateTime: '2024-03-02T00:00:00Z' })
  built.post(iris, general, '<p>blocked</p>', { PolicyViolation: { DlpAction: 'blockAccess' } })
  built.post('bot', general, '<p>Build 7 is done</p>', {
    From: { User: null, Application: { Id: 'app-1', DisplayName: 'CI' } },
  })
  const { as, directory, report } = await importedArchive(t, await zipOf(built.files()), owner)
  const { messages } = await as('otto').call(getMessages, raw)
  const id = (name: string) => directory.userByEmail(`${name}@example.com`)?.id
  expect(
    messages.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content]),
  ).toEqual([
    ['Mornings', 'Iris', `Which tea, @**Otto|${id('otto')}**? @**all**`],
    ['Mornings', 'Otto', 'Green'],
    ['No subject here · 2024-03-01', 'Otto', 'No subject here'],
    ['No subject here · 2024-03-01', 'Iris', 'But an answer'],
    ['', 'Iris', 'The plan\n\n[plan.docx](https://tea.sharepoint.com/plan.docx)'],
    ['', 'away', 'From somebody who left'],
    ['', 'CI', 'Build 7 is done'],
  ])
  const [first] = messages
  expect(first?.flags).toEqual(expect.arrayContaining(['read', 'mentioned', 'stream_wildcard_mentioned']))
  expect(first?.last_edit_timestamp).toBe(Date.UTC(2024, 2, 1, 12, 30) / 1000)
  expect(first?.timestamp).toBe(Date.UTC(2024, 2, 1, 12, 0, 1) / 1000)
  expect(
    first?.reactions.map(({ emoji_code, user_id }) => [emoji_code, directory.users.get(user_id)?.fullName]),
  ).toEqual([
    ['1f62e', 'Otto'],
    ['1f44d', 'Iris'],
  ])
  for (const line of [
    'content: files: only_an_address: 1 (plan.docx)',
    'content: reactions: emoji_unknown: 1 (bogus)',
    'trace: messages: unknownFutureValue: 1',
    'trace: messages: deleted: 1',
    'trace: messages: against_a_policy: 1',
  ])
    expect(report).toContain(line)
})

test('chats are once there, between the people in whose files they are', async () => {
  const t = await testApp()
  const { built, iris, otto, gus } = teaClub()
  const two = `19:${iris}_${otto}@unq.gbl.spaces`
  built.chat(iris, two, [iris, otto], '<p>just us</p>')
  built.chat(otto, two, [otto], '<p>only in the file of Otto</p>')
  const three = '19:abc@thread.v2'
  built.chat(gus, three, [iris, otto, gus], '<p>three of us</p>', { Subject: 'Hi' })
  const { as } = await importedArchive(t, await folderOf(built.files()), owner)
  const direct = [{ operator: 'is', operand: 'dm' }]
  expect(await contentsFor(as('iris'), direct)).toEqual([
    'just us',
    'only in the file of Otto',
    '**Hi**\n\nthree of us',
  ])
  expect(await contentsFor(as('gus'), direct)).toEqual(['**Hi**\n\nthree of us'])
  expect(await contentsFor(as('otto'), [{ operator: 'is', operand: 'unread' }])).toEqual([])
})

test('damaged lists are refused with their file', async () => {
  const t = await testApp()
  const { built, iris, general, tea } = teaClub()
  built.post(iris, general, '<p>Hello</p>')
  const damaged = async (name: string, text: string) =>
    refusedArchive(t, await folderOf(new Map([...built.files(), [name, text]])), owner)
  expect(await damaged('teams/teamsList.json', '{}')).toContain('teams/teamsList.json')
  expect(await damaged(`teams/${tea}/messages_${tea}.json`, '[7]')).toContain(`messages_${tea}.json`)
  expect(await damaged('users/usersList.json', '[{"Id":')).toContain('users/usersList.json is no whole JSON')
})
