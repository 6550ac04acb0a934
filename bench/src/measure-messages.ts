import type { Measurement } from './figure.ts'
import { largeOrganization } from './large-organization.ts'
import { measureDisk, measureFetch, measureSearch, measureTopic, measureUnread } from './message-figures.ts'

const count = 1_000_000

/** The figures of messages, search and what is unread, with a million messages. Making them takes minutes, once. */
export const messages: Measurement = {
  name: 'messages',
  async run() {
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
