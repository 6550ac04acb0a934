// Made by `npm run golden` from the files beside it; do not edit.

import type { Snapshot } from '#events/snapshot.ts'
import { channelSnapshot } from '#areas/channels/snapshot.ts'
import { linkifiersSnapshot } from '#areas/linkifiers/snapshot.ts'
import { messageSnapshot } from '#areas/messages/snapshot.ts'
import { navigationViewsSnapshot } from '#areas/navigation-views/snapshot.ts'
import { domainsSnapshot } from '#areas/organization/snapshot.ts'
import { organizationSnapshot } from '#areas/organization/snapshot.ts'
import { playgroundsSnapshot } from '#areas/playgrounds/snapshot.ts'
import { userSnapshot } from '#areas/users/snapshot.ts'

/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [
  channelSnapshot,
  linkifiersSnapshot,
  messageSnapshot,
  navigationViewsSnapshot,
  domainsSnapshot,
  organizationSnapshot,
  playgroundsSnapshot,
  userSnapshot,
]
