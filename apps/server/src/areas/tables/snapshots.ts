// Made by `npm run golden` from the files beside it; do not edit.

import type { Snapshot } from '#call/snapshot.ts'
import { alertWordSnapshot } from '#areas/alert-words/snapshot.ts'
import { botSnapshot } from '#areas/bots/snapshot.ts'
import { callSnapshot } from '#areas/calls/snapshot.ts'
import { folderSnapshot } from '#areas/channel-folders/snapshot.ts'
import { channelSnapshot } from '#areas/channels/snapshot.ts'
import { draftSnapshot } from '#areas/drafts/snapshot.ts'
import { emojiSnapshot } from '#areas/emoji/snapshot.ts'
import { groupSnapshot } from '#areas/groups/snapshot.ts'
import { linkifiersSnapshot } from '#areas/linkifiers/snapshot.ts'
import { messageSnapshot } from '#areas/messages/snapshot.ts'
import { navigationViewsSnapshot } from '#areas/navigation-views/snapshot.ts'
import { domainsSnapshot, organizationSnapshot } from '#areas/organization/snapshot.ts'
import { playgroundsSnapshot } from '#areas/playgrounds/snapshot.ts'
import { presenceSnapshot } from '#areas/presence/snapshot.ts'
import { profileFieldSnapshot } from '#areas/profile-fields/snapshot.ts'
import { pushSnapshot } from '#areas/push/snapshot.ts'
import { scheduledSnapshot } from '#areas/scheduled/snapshot.ts'
import { serverSnapshot } from '#areas/server/snapshot.ts'
import { settingsSnapshot } from '#areas/settings/snapshot.ts'
import { snippetSnapshot } from '#areas/snippets/snapshot.ts'
import { statusSnapshot } from '#areas/status/snapshot.ts'
import { uploadSnapshot } from '#areas/uploads/snapshot.ts'
import { userTopicSnapshot } from '#areas/user-topics/snapshot.ts'
import { userSnapshot } from '#areas/users/snapshot.ts'

/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [
  alertWordSnapshot,
  botSnapshot,
  callSnapshot,
  folderSnapshot,
  channelSnapshot,
  draftSnapshot,
  emojiSnapshot,
  groupSnapshot,
  linkifiersSnapshot,
  messageSnapshot,
  navigationViewsSnapshot,
  domainsSnapshot,
  organizationSnapshot,
  playgroundsSnapshot,
  presenceSnapshot,
  profileFieldSnapshot,
  pushSnapshot,
  scheduledSnapshot,
  serverSnapshot,
  settingsSnapshot,
  snippetSnapshot,
  statusSnapshot,
  uploadSnapshot,
  userTopicSnapshot,
  userSnapshot,
]
