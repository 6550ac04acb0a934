import type { Snapshot } from '#call/snapshot.ts'
import { organizationUrl } from '#directory/organization-url.ts'
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
