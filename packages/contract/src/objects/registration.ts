import { botsRegistration } from '../registration/bots.ts'
import { channelsRegistration } from '../registration/channels.ts'
import { domainsRegistration } from '../registration/domains.ts'
import { emojiRegistration } from '../registration/emoji.ts'
import { groupsRegistration } from '../registration/groups.ts'
import { linkifiersRegistration } from '../registration/linkifiers.ts'
import { messagesRegistration } from '../registration/messages.ts'
import { navigationViewsRegistration } from '../registration/navigation-views.ts'
import { organizationRegistration } from '../registration/organization.ts'
import { permissionsRegistration } from '../registration/permissions.ts'
import { personalRegistration } from '../registration/personal.ts'
import { playgroundsRegistration } from '../registration/playgrounds.ts'
import { presenceRegistration } from '../registration/presence.ts'
import { profileFieldsRegistration } from '../registration/profile-fields.ts'
import { pushRegistration } from '../registration/push.ts'
import { queueRegistration } from '../registration/queue.ts'
import { serverRegistration } from '../registration/server.ts'
import { settingsRegistration } from '../registration/settings.ts'
import { statusRegistration } from '../registration/status.ts'
import { topicsRegistration } from '../registration/topics.ts'
import { uploadsRegistration } from '../registration/uploads.ts'
import { usersRegistration } from '../registration/users.ts'

/** The answer to POST /register: the queue, and one part for each fetched event type. */
export const registration = {
  ...queueRegistration,
  ...organizationRegistration,
  ...permissionsRegistration,
  ...serverRegistration,
  ...usersRegistration,
  ...botsRegistration,
  ...channelsRegistration,
  ...groupsRegistration,
  ...topicsRegistration,
  ...messagesRegistration,
  ...domainsRegistration,
  ...presenceRegistration,
  ...profileFieldsRegistration,
  ...settingsRegistration,
  ...statusRegistration,
  ...emojiRegistration,
  ...personalRegistration,
  ...uploadsRegistration,
  ...linkifiersRegistration,
  ...navigationViewsRegistration,
  ...playgroundsRegistration,
  ...pushRegistration,
}
