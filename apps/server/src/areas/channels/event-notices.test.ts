import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

async function messagesIn(t: TestApp, reader: Account, channelId: number, apply_markdown = false) {
  const { messages } = await t.as(reader).call(getMessages, {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channelId }],
    apply_markdown,
    allow_empty_topic_name: true,
  })
  return messages
}

test('channels get no notices about themselves unless the organization wants them', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  await t.as(iris).call(updateStream, { stream_id: channel.id, new_name: 'design' })
  expect(await messagesIn(t, iris, channel.id)).toEqual([])
})

test('each change of a channel is noted in it, as Markdown that renders to the stored HTML', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const observers = [owner, iris, otto]
  await t.as(owner).call(updateRealm, { send_channel_events_messages: true })
  const { group_id } = await t
    .as(owner)
    .call(createUserGroup, { name: 'writers', description: '', members: [otto.id] })
  let stream_id = 0
  await converge(t, observers, async () => {
    const { id } = await t.as(owner).call(createChannel, {
      name: 'a < b & c',
      description: 'How *things* look\n\n``` quote\nThis\n```',
      subscribers: [owner.id, iris.id],
    })
    stream_id = id
  })
  const change = (args: object) => () => t.as(owner).call(updateStream, { stream_id, ...args })
  await converge(
    t,
    observers,
    change({
      new_name: 'design',
      description: '',
      message_retention_days: 1,
      topics_policy: 'disable_empty_topic',
      is_private: true,
      can_send_message_group: { new: { direct_members: [iris.id], direct_subgroups: [group_id] } },
    }),
  )
  await converge(t, observers, change({ message_retention_days: 'unlimited', folder_id: null }))
  await converge(t, observers, () => t.as(owner).call(archiveStream, { stream_id }))
  await converge(t, observers, change({ is_archived: false }))
  const messages = await messagesIn(t, iris, stream_id)
  const who = `@_**owner|${owner.id}**`
  expect(messages.map(({ content }) => content)).toEqual([
    `${who} created this channel, which is **public**.\n\nDescription:\n\n` +
      '```` quote\nHow *things* look\n\n``` quote\nThis\n```\n````',
    `${who} changed the privacy of this channel from **public** to **private with shared history**.`,
    `${who} changed the description of this channel.\n\nBefore:\n\n` +
      '```` quote\nHow *things* look\n\n``` quote\nThis\n```\n````\n\nNow:\n\n*none*',
    `${who} changed the message retention of this channel from **as in the organization (for ever)** to **1 day**.`,
    `${who} changed the topics policy of this channel from **as in the organization** to **every message has a topic**.`,
    `${who} changed who may post in this channel.\n\n* Before: @_*role:everyone*\n* Now: @_*writers*, @_**iris|${iris.id}**`,
    `${who} renamed this channel from **a < b & c** to **design**.`,
    `${who} changed the message retention of this channel from **1 day** to **for ever**.`,
    `${who} archived this channel.`,
    `${who} brought this channel back.`,
  ])
  expect(new Set(messages.map(({ subject }) => subject))).toEqual(new Set(['channel events']))
  expect(new Set(messages.map(({ sender_full_name: name }) => name))).toEqual(new Set(['Notification Bot']))
  const rendered = await messagesIn(t, iris, stream_id, true)
  const sender = t.directory.users.get(owner.id)!
  for (const [index, { content }] of messages.entries()) {
    const { html } = await renderContent(t.app.services, t.directory, sender, content)
    expect(rendered[index]?.content).toBe(html)
  }
})

test('the notice of archiving counts as read by everybody, and no other notice does', async () => {
  const t = await testApp()
  await t.given.settings({ send_channel_events_messages: true })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  await converge(t, [iris, otto], () => t.as(iris).call(archiveStream, { stream_id: channel.id }))
  await converge(t, [iris, otto], () =>
    t.as(iris).call(updateStream, { stream_id: channel.id, is_archived: false }),
  )
  for (const reader of [iris, otto])
    expect((await messagesIn(t, reader, channel.id)).map(({ flags }) => flags)).toEqual([[], ['read'], []])
})

test('a channel without topics keeps its notices with its messages', async () => {
  const t = await testApp()
  await t.given.settings({ send_channel_events_messages: true })
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris], { topics_policy: 'empty_topic_only' })
  expect(await messagesIn(t, iris, channel.id)).toMatchObject([
    { subject: '', content: `@_**iris|${iris.id}** created this channel, which is **public**.` },
  ])
})
