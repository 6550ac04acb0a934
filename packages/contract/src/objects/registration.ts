import { channelsRegistration } from '../registration/channels.ts'
import { groupsRegistration } from '../registration/groups.ts'
import { messagesRegistration } from '../registration/messages.ts'
import { organizationSettingsRegistration } from '../registration/organization-settings.ts'
import { organizationRegistration } from '../registration/organization.ts'
import { queueRegistration } from '../registration/queue.ts'
import { topicsRegistration } from '../registration/topics.ts'
import { usersRegistration } from '../registration/users.ts'

/** What POST /register answers: the queue, and one part for each event type fetched. */
export const registration = {
  ...queueRegistration,
  ...organizationRegistration,
  ...organizationSettingsRegistration,
  ...usersRegistration,
  ...channelsRegistration,
  ...groupsRegistration,
  ...topicsRegistration,
  ...messagesRegistration,
}
