import type { Measurement } from './figure.ts'
import { largeOrganization } from './large-organization.ts'
import { measureDisk, measureFetch, measureSearch, measureTopic, measureUnread } from './message-figures.ts'

/** The figures of messages, search and what is unread. Making a million messages takes minutes, once. */
export const messages: Measurement = {
  name: 'messages',
  title: 'A million messages',
  isLong: true,
  async run({ messages: count }) {
    const large = await largeOrganization(count)
    try {
      return [
        ...measureDisk(large, count),
        ...(await measureFetch(large)),
        ...(await measureSearch(large)),
        ...(await measureUnread(large)),
        ...(await measureTopic(large)),
      ]
    } finally {
      await large.app.close()
    }
  },
}
