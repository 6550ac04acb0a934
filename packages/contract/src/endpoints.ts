// Made by `npm run golden` from the files beside it; do not edit.

import { getStreams } from './endpoints/channels/get-streams.ts'
import { getSubscriptions } from './endpoints/channels/get-subscriptions.ts'
import { subscribe } from './endpoints/channels/subscribe.ts'
import { unsubscribe } from './endpoints/channels/unsubscribe.ts'
import { addRealmDomain } from './endpoints/domains/add-realm-domain.ts'
import { deleteRealmDomain } from './endpoints/domains/delete-realm-domain.ts'
import { getRealmDomains } from './endpoints/domains/get-realm-domains.ts'
import { patchRealmDomain } from './endpoints/domains/patch-realm-domain.ts'
import { deleteQueue } from './endpoints/events/delete-queue.ts'
import { getEvents } from './endpoints/events/get-events.ts'
import { registerQueue } from './endpoints/events/register-queue.ts'
import { createInviteLink } from './endpoints/invites/create-invite-link.ts'
import { getInviteDetails } from './endpoints/invites/get-invite-details.ts'
import { getInvites } from './endpoints/invites/get-invites.ts'
import { resendEmailInvite } from './endpoints/invites/resend-email-invite.ts'
import { revokeEmailInvite } from './endpoints/invites/revoke-email-invite.ts'
import { revokeInviteLink } from './endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from './endpoints/invites/send-invites.ts'
import { testWelcomeBotCustomMessage } from './endpoints/invites/test-welcome-bot-custom-message.ts'
import { addLinkifier } from './endpoints/linkifiers/add-linkifier.ts'
import { getLinkifiers } from './endpoints/linkifiers/get-linkifiers.ts'
import { removeLinkifier } from './endpoints/linkifiers/remove-linkifier.ts'
import { reorderLinkifiers } from './endpoints/linkifiers/reorder-linkifiers.ts'
import { updateLinkifier } from './endpoints/linkifiers/update-linkifier.ts'
import { getMessages } from './endpoints/messages/get-messages.ts'
import { renderMessage } from './endpoints/messages/render-message.ts'
import { sendMessage } from './endpoints/messages/send-message.ts'
import { setTypingStatus } from './endpoints/messages/set-typing-status.ts'
import { updateMessageFlags } from './endpoints/messages/update-message-flags.ts'
import { addNavigationView } from './endpoints/navigation-views/add-navigation-view.ts'
import { editNavigationView } from './endpoints/navigation-views/edit-navigation-view.ts'
import { getNavigationViews } from './endpoints/navigation-views/get-navigation-views.ts'
import { removeNavigationView } from './endpoints/navigation-views/remove-navigation-view.ts'
import { deactivateRealm } from './endpoints/organization/deactivate-realm.ts'
import { addCodePlayground } from './endpoints/playgrounds/add-code-playground.ts'
import { removeCodePlayground } from './endpoints/playgrounds/remove-code-playground.ts'
import { fetchApiKey } from './endpoints/server/fetch-api-key.ts'
import { getServerSettings } from './endpoints/server/get-server-settings.ts'
import { getOwnUser } from './endpoints/users/get-own-user.ts'
import { getUser } from './endpoints/users/get-user.ts'
import { getUsers } from './endpoints/users/get-users.ts'

/** Every endpoint, by operation id in camel case. */
export const endpoints = {
  getStreams,
  getSubscriptions,
  subscribe,
  unsubscribe,
  addRealmDomain,
  deleteRealmDomain,
  getRealmDomains,
  patchRealmDomain,
  deleteQueue,
  getEvents,
  registerQueue,
  createInviteLink,
  getInviteDetails,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
  testWelcomeBotCustomMessage,
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
  getMessages,
  renderMessage,
  sendMessage,
  setTypingStatus,
  updateMessageFlags,
  addNavigationView,
  editNavigationView,
  getNavigationViews,
  removeNavigationView,
  deactivateRealm,
  addCodePlayground,
  removeCodePlayground,
  fetchApiKey,
  getServerSettings,
  getOwnUser,
  getUser,
  getUsers,
} as const
