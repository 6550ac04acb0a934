import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { endCredentials } from './end-credentials.ts'

/**
 * Gives a user a new API key and returns it. The old key and everything reached by it end at once. `hasStep` tells whether
 * it is made with a second step.
 */
export const replaceApiKey = (
  { services, transact }: Call,
  user: UserRecord,
  hasStep: boolean,
): Promise<string> => transact((tx) => endCredentials(tx, services.time.random, user, hasStep))
