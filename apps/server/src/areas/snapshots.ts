// Made by `npm run golden` from the files beside it; do not edit.

import type { Snapshot } from '#events/snapshot.ts'
import { folderSnapshot } from '#areas/channel-folders/snapshot.ts'
import { channelSnapshot } from '#areas/channels/snapshot.ts'
import { groupSnapshot } from '#areas/groups/snapshot.ts'
import { messageSnapshot } from '#areas/messages/snapshot.ts'
import { organizationSnapshot } from '#areas/organization/snapshot.ts'
import { userTopicSnapshot } from '#areas/user-topics/snapshot.ts'
import { userSnapshot } from '#areas/users/snapshot.ts'

/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [
  folderSnapshot,
  channelSnapshot,
  groupSnapshot,
  messageSnapshot,
  organizationSnapshot,
  userTopicSnapshot,
  userSnapshot,
]
