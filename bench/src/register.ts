import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import type { UserRecord } from '@tagma/server/src/model/records.ts'
import { topicConversation } from '@tagma/server/src/store/messages/conversations.ts'
import { insertMessage } from '@tagma/server/src/store/messages/messages.ts'
import type { Figure, Measurement } from './figure.ts'
import { measure } from './load.ts'
import { batch, makeMembers, type OpenOrganization, publicChannel, startFilled } from './populate.ts'
import { untilIdle } from './server.ts'

/** Creates users and channels. Each user is in 20 channels, the owner in all. */
async function fill(
  organization: OpenOrganization,
  userCount: number,
  channelCount: number,
): Promise<readonly UserRecord[]> {
  const { app, directory, owner } = organization
  const { id } = directory.organization
  const plans = Array.from({ length: channelCount }, (_, index) =>
    publicChannel(directory, owner, `channel ${index}`, 'What is said here'),
  )
  const channels = await app.services.data.transact(id, (tx) => createChannels(tx, directory, plans))
  await app.services.data.transact(id, (tx) => subscribeUsers(tx, directory, [owner], channels))
  return makeMembers(organization, userCount - directory.users.size, {
    settle: async (tx, users, number) => {
      const start = ((number / batch) * 20) % channels.length
      await subscribeUsers(tx, directory, users, channels.slice(start, start + 20))
    },
  })
}

/** Sends unread messages to everybody in the channels: ten in each of many topics. */
async function sendUnread({ app, directory }: OpenOrganization, unread: number): Promise<void> {
  const { services } = app
  const { id } = directory.organization
  const channels = [...directory.channels.values()].filter(({ name }) => name.startsWith('channel '))
  const sender = [...directory.users.values()].find((user) => user.fullName === 'user100')
  if (!sender) throw new Error('There is nobody who could send messages')
  for (let from = 0; from < unread; from += batch * 10) {
    await services.data.transact(id, async (tx) => {
      for (let index = from; index < Math.min(unread, from + batch * 10); index += 10) {
        const channel = channels[(index / 10) % channels.length]
        if (!channel) continue
        const conversation = await topicConversation(tx, channel.id, `topic ${index}`)
        for (let count = 0; count < 10; count++)
          await insertMessage(tx, {
            conversationId: conversation.id,
            channelId: channel.id,
            senderId: sender.id,
            client: 'website',
            content: 'Hello',
            rendered: '<p>Hello</p>',
            isMeMessage: false,
            hasLink: false,
            hasImage: false,
            hasAttachment: false,
          })
      }
    })
  }
}

/** Names people in turn: one alone would soon have more queues than anybody may, and each new one ends another. */
function inTurn(members: readonly UserRecord[]): () => { readonly authorization: string } {
  const all = members.map(({ email, apiKey }) => `Basic ${btoa(`${email}:${apiKey}`)}`)
  let count = 0
  return () => ({ authorization: all[count++ % all.length] ?? '' })
}

/** Measures the full registration response, as requested by clients that show everything. */
export const register: Measurement = {
  name: 'register',
  title: 'Registering',
  async run({ seconds }) {
    const figures: Figure[] = []
    for (const [users, channels, unread, atMost, atLeast] of [
      [200, 20, 0, 4, 800],
      [200, 20, 5000, undefined, 600],
      [200, 20, 16_000, 5, 400],
      [10_000, 1000, 0, 150, undefined],
    ] as const) {
      let members: readonly UserRecord[] = []
      const server = await startFilled(async (organization) => {
        members = await fill(organization, users, channels)
        await sendUnread(organization, unread)
      })
      const body = new URLSearchParams({
        apply_markdown: 'true',
        client_gravatar: 'true',
        client_capabilities: JSON.stringify({
          notification_settings_null: true,
          bulk_message_deletion: true,
          user_avatar_url_field_optional: true,
          stream_typing_notifications: true,
          user_settings_object: true,
          include_deactivated_groups: true,
          archived_channels: true,
        }),
      }).toString()
      const load = {
        url: `${server.url}/api/v1/register`,
        method: 'POST' as const,
        connections: 1,
        body,
        vary: inTurn(members.slice(0, 100)),
      }
      await untilIdle(server)
      await measure({ ...load, seconds: 1 }, server.cpuSeconds)
      const name = `POST /register, ${users.toLocaleString('en')} users, ${channels.toLocaleString('en')} channels${unread === 0 ? '' : `, ${unread.toLocaleString('en')} unread`}`
      const { cpuMicroseconds } = await measure({ ...load, seconds }, server.cpuSeconds)
      figures.push({
        name,
        value: cpuMicroseconds / 1000,
        unit: 'ms CPU',
        ...(atMost === undefined ? {} : { atMost }),
      })
      if (atLeast !== undefined) {
        const { perSecond, p99 } = await measure({ ...load, connections: 16, seconds }, server.cpuSeconds)
        figures.push({
          name: `${name}, 16 callers`,
          value: perSecond,
          unit: '/s',
          atLeast,
          note: `p99 ${p99} ms`,
        })
      }
      await server.stop()
    }
    return figures
  },
}
