// Made by `npm run golden` from the files beside it; do not edit.

import type { Snapshot } from '#events/snapshot.ts'
import { channelSnapshot } from './channels/snapshot.ts'
import { messageSnapshot } from './messages/snapshot.ts'
import { organizationSnapshot } from './organization/snapshot.ts'
import { userSnapshot } from './users/snapshot.ts'

/** Every area's part of the registration response. */
export const snapshots: readonly Snapshot[] = [
  channelSnapshot,
  messageSnapshot,
  organizationSnapshot,
  userSnapshot,
]
