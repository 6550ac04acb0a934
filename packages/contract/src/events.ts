// Made by `npm run golden` from the files beside it; do not edit.

import { heartbeatEvent } from './events/heartbeat.ts'
import { invitesChangedEvent } from './events/invites-changed.ts'
import { messageEvent } from './events/message.ts'
import { navigationViewAddEvent } from './events/navigation-view.ts'
import { navigationViewUpdateEvent } from './events/navigation-view.ts'
import { navigationViewRemoveEvent } from './events/navigation-view.ts'
import { realmDomainsAddEvent } from './events/realm-domains.ts'
import { realmDomainsChangeEvent } from './events/realm-domains.ts'
import { realmDomainsRemoveEvent } from './events/realm-domains.ts'
import { realmLinkifiersEvent } from './events/realm-linkifiers.ts'
import { realmPlaygroundsEvent } from './events/realm-playgrounds.ts'
import { realmUserAddEvent } from './events/realm-user.ts'
import { realmUserUpdateEvent } from './events/realm-user.ts'
import { realmUpdateEvent } from './events/realm.ts'
import { realmUpdateDictEvent } from './events/realm.ts'
import { realmDeactivatedEvent } from './events/realm.ts'
import { streamUpdateEvent } from './events/stream.ts'
import { streamCreateEvent } from './events/stream.ts'
import { subscriptionAddEvent } from './events/subscription.ts'
import { subscriptionRemoveEvent } from './events/subscription.ts'
import { subscriptionPeerAddEvent } from './events/subscription.ts'
import { subscriptionPeerRemoveEvent } from './events/subscription.ts'
import { typingStartEvent } from './events/typing.ts'
import { typingStopEvent } from './events/typing.ts'
import { updateMessageFlagsAddEvent } from './events/update-message-flags.ts'
import { updateMessageFlagsRemoveEvent } from './events/update-message-flags.ts'

/** Every event that clients can receive. */
export const events = [
  heartbeatEvent,
  invitesChangedEvent,
  messageEvent,
  navigationViewAddEvent,
  navigationViewUpdateEvent,
  navigationViewRemoveEvent,
  realmDomainsAddEvent,
  realmDomainsChangeEvent,
  realmDomainsRemoveEvent,
  realmLinkifiersEvent,
  realmPlaygroundsEvent,
  realmUserAddEvent,
  realmUserUpdateEvent,
  realmUpdateEvent,
  realmUpdateDictEvent,
  realmDeactivatedEvent,
  streamUpdateEvent,
  streamCreateEvent,
  subscriptionAddEvent,
  subscriptionRemoveEvent,
  subscriptionPeerAddEvent,
  subscriptionPeerRemoveEvent,
  typingStartEvent,
  typingStopEvent,
  updateMessageFlagsAddEvent,
  updateMessageFlagsRemoveEvent,
] as const
