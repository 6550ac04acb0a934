import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { endCredentials } from './end-credentials.ts'

/** Gives a user a new API key, at once the only one, and returns it. What was reached by the old one ends. */
export const replaceApiKey = ({ services, transact }: Call, user: UserRecord): Promise<string> =>
  transact((tx) => endCredentials(tx, services.time.random, user))
