import { channelsRegistration } from '../registration/channels.ts'
import { emojiRegistration } from '../registration/emoji.ts'
import { messagesRegistration } from '../registration/messages.ts'
import { organizationRegistration } from '../registration/organization.ts'
import { personalRegistration } from '../registration/personal.ts'
import { queueRegistration } from '../registration/queue.ts'
import { uploadsRegistration } from '../registration/uploads.ts'
import { usersRegistration } from '../registration/users.ts'

/** What POST /register answers: the queue, and one part for each event type fetched. */
export const registration = {
  ...queueRegistration,
  ...organizationRegistration,
  ...usersRegistration,
  ...channelsRegistration,
  ...messagesRegistration,
  ...emojiRegistration,
  ...personalRegistration,
  ...uploadsRegistration,
}
