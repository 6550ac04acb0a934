import type { Snapshot } from '#call/snapshot.ts'
import { listDrafts } from './list-drafts.ts'

/** The drafts' part of the registration response. */
export const draftSnapshot: Snapshot = async ({ db, user, wants }) =>
  wants('drafts') ? { drafts: await listDrafts(db, user) } : {}
