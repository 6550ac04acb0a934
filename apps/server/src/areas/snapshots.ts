// Made by `npm run golden` from the files beside it; do not edit.

import type { Snapshot } from '#events/snapshot.ts'
import { alertWordSnapshot } from '#areas/alert-words/snapshot.ts'
import { channelSnapshot } from '#areas/channels/snapshot.ts'
import { draftSnapshot } from '#areas/drafts/snapshot.ts'
import { emojiSnapshot } from '#areas/emoji/snapshot.ts'
import { linkifiersSnapshot } from '#areas/linkifiers/snapshot.ts'
import { messageSnapshot } from '#areas/messages/snapshot.ts'
import { navigationViewsSnapshot } from '#areas/navigation-views/snapshot.ts'
import { domainsSnapshot, organizationSnapshot } from '#areas/organization/snapshot.ts'
import { playgroundsSnapshot } from '#areas/playgrounds/snapshot.ts'
import { presenceSnapshot } from '#areas/presence/snapshot.ts'
import { profileFieldSnapshot } from '#areas/profile-fields/snapshot.ts'
import { pushSnapshot } from '#areas/push/snapshot.ts'
import { settingsSnapshot } from '#areas/settings/snapshot.ts'
import { snippetSnapshot } from '#areas/snippets/snapshot.ts'
import { statusSnapshot } from '#areas/status/snapshot.ts'
import { userSnapshot } from '#areas/users/snapshot.ts'

/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [
  alertWordSnapshot,
  channelSnapshot,
  draftSnapshot,
  emojiSnapshot,
  linkifiersSnapshot,
  messageSnapshot,
  navigationViewsSnapshot,
  domainsSnapshot,
  organizationSnapshot,
  playgroundsSnapshot,
  presenceSnapshot,
  profileFieldSnapshot,
  pushSnapshot,
  settingsSnapshot,
  snippetSnapshot,
  statusSnapshot,
  userSnapshot,
]
