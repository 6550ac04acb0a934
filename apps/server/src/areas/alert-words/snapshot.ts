import type { Snapshot } from '#call/snapshot.ts'
import { listAlertWords } from './list-alert-words.ts'

/** The alert words' part of the registration response. */
export const alertWordSnapshot: Snapshot = async ({ db, user, wants }) =>
  wants('alert_words') ? { alert_words: await listAlertWords(db, user) } : {}
