import { organizationUrl } from '#areas/organization/organization-url.ts'
import type { Snapshot } from '#events/snapshot.ts'
import { emojiDataPath } from './emoji-data-page.ts'
import { presentAllCustomEmoji } from './present.ts'

/** The emoji's part of the registration response. */
export const emojiSnapshot: Snapshot = async ({ directory, services, wants }) => ({
  ...(wants('realm_emoji') ? { realm_emoji: presentAllCustomEmoji(directory) } : {}),
  ...(wants('realm')
    ? {
        server_emoji_data_url: `${organizationUrl(services.config, directory.organization)}${emojiDataPath()}`,
      }
    : {}),
})
