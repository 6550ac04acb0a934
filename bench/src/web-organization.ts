import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import type { ChannelRecord, UserRecord } from '@tagma/server/src/model/records.ts'
import { topicConversation } from '@tagma/server/src/store/messages/conversations.ts'
import { insertMessage } from '@tagma/server/src/store/messages/messages.ts'
import { savePresence } from '@tagma/server/src/store/people/presence.ts'
import { makeMembers, type OpenOrganization, publicChannel, startFilled } from './populate.ts'
import { call } from './seed.ts'
import type { Running } from './server.ts'

/** The organization for measuring the web client. The server's owner, who is the reader, is in all its channels. */
export interface WebOrganization {
  readonly server: Running
  /** Address of the topic of 10,000 messages, in a channel of its own. */
  readonly longTopic: string
  /** Address of the list of a channel with ten topics of 100 messages. */
  readonly busyChannel: string
  /** Addresses of those topics. */
  readonly busyTopics: readonly string[]
  /** Sends a message as one of twenty people to one of all topics, or to a topic of the busy channel. */
  send(index: number, content: string, busyTopic?: number): Promise<void>
}

const people = 10_000
const channelCount = 500
const messageCount = 50_000
const longTopicLength = 10_000
const busyTopicCount = 10
const busyTopicLength = 100
const writerCount = 20
const topicsPerChannel = 10
const batch = 2000

const samples = [
  ['Has anybody seen the plan for tomorrow?', '<p>Has anybody seen the plan for tomorrow?</p>'],
  [
    'It was in `plan.md`, beside the **notes** of last week, I think. Otherwise ask those who were there: they wrote all of it down, and more than one page of it.',
    '<p>It was in <code>plan.md</code>, beside the <strong>notes</strong> of last week, I think. Otherwise ask those who were there: they wrote all of it down, and more than one page of it.</p>',
  ],
  [
    'Thanks 👍',
    '<p>Thanks <span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span></p>',
  ],
  [
    '* measure\n* mend\n* measure again',
    '<ul>\n<li>measure</li>\n<li>mend</li>\n<li>measure again</li>\n</ul>',
  ],
  [
    '> It costs more than it did.\n\nThat is what we saw, too.',
    '<blockquote>\n<p>It costs more than it did.</p>\n</blockquote>\n<p>That is what we saw, too.</p>',
  ],
  [
    '```\nfor (const event of events)\n  state = applyEvent(state, event)\n```',
    '<div class="codehilite"><pre><span></span><code>for (const event of events)\n  state = applyEvent(state, event)\n</code></pre></div>',
  ],
] as const

/** Starts a server with 10,000 people, 500 channels and 50,000 messages. */
export async function webOrganization(): Promise<WebOrganization> {
  let writers: readonly UserRecord[] = []
  let channels: readonly ChannelRecord[] = []
  const server = await startFilled(async (organization) => {
    ;({ writers, channels } = await fill(organization))
  })
  const credentials = writers.map(({ email, apiKey }) => `Basic ${btoa(`${email}:${apiKey}`)}`)
  const [longChannel, busyChannel] = channels
  if (!longChannel || !busyChannel) throw new Error('The channels were not made')
  const addressOf = ({ id, name }: ChannelRecord, topic: string) =>
    `/#narrow/channel/${id}-${name.replaceAll(' ', '-')}/topic/${topic.replaceAll(' ', '.20')}`
  return {
    server,
    longTopic: addressOf(longChannel, 'long'),
    busyChannel: `/#narrow/channel/${busyChannel.id}-${busyChannel.name.replaceAll(' ', '-')}`,
    busyTopics: Array.from({ length: busyTopicCount }, (_, at) => addressOf(busyChannel, `topic ${at}`)),
    async send(index, content, busyTopic) {
      const channel = busyTopic === undefined ? channels[2 + (index % (channelCount - 2))] : busyChannel
      const topic = busyTopic ?? Math.floor(index / channelCount) % topicsPerChannel
      await call(server, credentials[index % writerCount], 'POST', '/messages', {
        type: 'channel',
        to: JSON.stringify(channel?.id),
        topic: `topic ${topic}`,
        content,
      })
    },
  }
}

async function fill(organization: OpenOrganization) {
  const { app, directory, owner } = organization
  const { transact } = app.services.data
  const { id } = directory.organization
  const members = await makeMembers(organization, people - 1, {
    settle: (tx, users) =>
      savePresence(
        tx,
        users.map(({ id: userId }) => ({
          userId,
          activeAt: tx.now - 60,
          seenAt: tx.now - 60,
          status: 'active' as const,
          updateId: userId,
        })),
      ),
  })
  await transact(id, (tx) =>
    createChannels(
      tx,
      directory,
      Array.from({ length: channelCount }, (_, index) => publicChannel(directory, owner, `channel ${index}`)),
    ),
  )
  const channels = [...directory.channels.values()].filter(({ name }) => name.startsWith('channel '))
  const writers = members.slice(0, writerCount)
  await insertMessages(organization, channels, writers)
  // After the messages: nobody has unread ones.
  await transact(id, (tx) => subscribeUsers(tx, directory, [owner, ...writers], channels))
  await transact(id, (tx) => subscribeUsers(tx, directory, members.slice(writerCount), channels.slice(0, 2)))
  return { writers, channels }
}

/** Returns the channel and the topic of a stored message. */
function placeOf(index: number): readonly [channel: number, topic: string] {
  const rest = index - (messageCount - longTopicLength - busyTopicCount * busyTopicLength)
  if (rest < 0)
    return [2 + (index % (channelCount - 2)), `topic ${Math.floor(index / channelCount) % topicsPerChannel}`]
  return rest < busyTopicCount * busyTopicLength ? [1, `topic ${rest % busyTopicCount}`] : [0, 'long']
}

async function insertMessages(
  { app, directory }: OpenOrganization,
  channels: readonly ChannelRecord[],
  writers: readonly UserRecord[],
): Promise<void> {
  const conversations = new Map<string, number>()
  for (let start = 0; start < messageCount; start += batch) {
    await app.services.data.transact(directory.organization.id, async (tx) => {
      for (let index = start; index < start + batch; index++) {
        const [at, topic] = placeOf(index)
        const channel = channels[at]
        const sender = writers[Math.floor(index / 3) % writers.length]
        const [content, rendered] = samples[index % samples.length] ?? samples[0]
        if (!channel || !sender) throw new Error('The organization was not made')
        const key = `${at} ${topic}`
        const conversationId = conversations.get(key) ?? (await topicConversation(tx, channel.id, topic)).id
        conversations.set(key, conversationId)
        await insertMessage(tx, {
          conversationId,
          channelId: channel.id,
          senderId: sender.id,
          client: 'website',
          content,
          rendered,
          isMeMessage: false,
          hasLink: false,
          hasImage: false,
          hasAttachment: false,
        })
      }
    })
  }
}
