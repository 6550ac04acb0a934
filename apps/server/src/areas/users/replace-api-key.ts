import type { UserRecord } from '#directory/records.ts'
import type { Call } from '#server/call.ts'
import { endCredentials } from './end-credentials.ts'

/** Gives a user a new API key, at once the only one, and returns it. What was reached by the old one ends. */
export const replaceApiKey = ({ services, transact }: Call, user: UserRecord): Promise<string> =>
  transact((tx) => endCredentials(tx, services.random, user))
