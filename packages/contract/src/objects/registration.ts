import { channelsRegistration } from '../registration/channels.ts'
import { domainsRegistration } from '../registration/domains.ts'
import { emojiRegistration } from '../registration/emoji.ts'
import { linkifiersRegistration } from '../registration/linkifiers.ts'
import { messagesRegistration } from '../registration/messages.ts'
import { navigationViewsRegistration } from '../registration/navigation-views.ts'
import { organizationRegistration } from '../registration/organization.ts'
import { personalRegistration } from '../registration/personal.ts'
import { playgroundsRegistration } from '../registration/playgrounds.ts'
import { presenceRegistration } from '../registration/presence.ts'
import { profileFieldsRegistration } from '../registration/profile-fields.ts'
import { pushRegistration } from '../registration/push.ts'
import { queueRegistration } from '../registration/queue.ts'
import { settingsRegistration } from '../registration/settings.ts'
import { statusRegistration } from '../registration/status.ts'
import { usersRegistration } from '../registration/users.ts'

/** What POST /register answers: the queue, and one part for each event type fetched. */
export const registration = {
  ...queueRegistration,
  ...organizationRegistration,
  ...usersRegistration,
  ...channelsRegistration,
  ...messagesRegistration,
  ...domainsRegistration,
  ...presenceRegistration,
  ...profileFieldsRegistration,
  ...settingsRegistration,
  ...statusRegistration,
  ...emojiRegistration,
  ...personalRegistration,
  ...linkifiersRegistration,
  ...navigationViewsRegistration,
  ...playgroundsRegistration,
  ...pushRegistration,
}
