import { createApp } from '@tagma/server/src/app.ts'
import { createChannels, initialChannelSettings } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { createAccount } from '@tagma/server/src/areas/users/create-account.ts'
import { parseConfig } from '@tagma/server/src/config.ts'
import type { UserRecord } from '@tagma/server/src/directory/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import { topicConversation } from '@tagma/server/src/store/conversations.ts'
import { insertMessage } from '@tagma/server/src/store/messages.ts'
import { listOrganizations } from '@tagma/server/src/store/organizations.ts'
import type { Figure, Measurement } from './figure.ts'
import { measure } from './load.ts'
import { type Running, startServer } from './server.ts'

const batch = 250

/**
 * A server whose organization has so many users and channels; each user is in 20 of them, the owner in all. The owner
 * has not read some messages, ten of each topic.
 */
async function serverWith(userCount: number, channelCount: number, unread: number): Promise<Running> {
  const first = await startServer()
  await first.stop({ keep: true })
  const app = await createApp(parseConfig({ TAGMA_DATA_DIR: first.dataDir, TAGMA_LOG: 'error' }))
  const { services } = app
  const [organization] = await listOrganizations(services.db)
  const directory = organization && (await services.directories.get(organization.id))
  const owner = directory?.userByEmail(first.email)
  if (!directory || !owner) throw new Error('The server made no organization')
  const { id } = directory.organization
  for (let from = 0; from < channelCount; from += batch) {
    const plans = Array.from({ length: Math.min(batch, channelCount - from) }, (_, index) => ({
      name: `channel ${from + index}`,
      description: 'What is said here',
      renderedDescription: '<p>What is said here</p>',
      creatorId: owner.id,
      isPrivate: false,
      isWebPublic: false,
      isDefault: false,
      historyPublic: true,
      messageRetentionDays: null,
      folderId: null,
      topicsPolicy: 'inherit' as const,
      defaultPushNotifications: false,
      settings: initialChannelSettings(directory, owner),
    }))
    await services.transact(id, (tx) => createChannels(tx, directory, plans))
  }
  const channels = [...directory.channels.values()].filter(({ name }) => name.startsWith('channel '))
  await services.transact(id, (tx) => subscribeUsers(tx, directory, [owner], channels))
  for (let from = directory.users.size; from < userCount; from += batch) {
    await services.transact(id, async (tx) => {
      const users: UserRecord[] = []
      for (let index = from; index < Math.min(userCount, from + batch); index++) {
        const name = `user${index}`
        const account = {
          email: `${name}@example.com`,
          fullName: name,
          role: 400,
          passwordHash: null,
        } as const
        users.push(await createAccount(tx, directory, systemRandom, { ...account, channels: [] }))
      }
      const start = ((from / batch) * 20) % channels.length
      await subscribeUsers(tx, directory, users, channels.slice(start, start + 20))
    })
  }
  const sender = [...directory.users.values()].find((user) => user.fullName === 'user100')
  if (!sender) throw new Error('There is nobody who could send messages')
  for (let from = 0; from < unread; from += batch * 10) {
    await services.transact(id, async (tx) => {
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
  await app.close()
  return startServer({ dataDir: first.dataDir })
}

/** The registration response in full, as clients ask for it that show everything. */
export const register: Measurement = {
  name: 'register',
  title: 'Registering',
  async run({ seconds }) {
    const figures: Figure[] = []
    for (const [users, channels, unread, atMost] of [
      [200, 20, 0, 4],
      [200, 20, 16_000, 5],
      [10_000, 1000, 0, 150],
    ] as const) {
      const server = await serverWith(users, channels, unread)
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
        authorization: server.authorization,
        connections: 1,
        body,
      }
      await measure({ ...load, seconds: 1 }, server.cpuSeconds)
      const { cpuMicroseconds } = await measure({ ...load, seconds }, server.cpuSeconds)
      figures.push({
        name: `POST /register, ${users.toLocaleString('en')} users, ${channels.toLocaleString('en')} channels${unread === 0 ? '' : `, ${unread.toLocaleString('en')} unread`}`,
        value: cpuMicroseconds / 1000,
        unit: 'ms CPU',
        atMost,
      })
      await server.stop()
    }
    return figures
  },
}
