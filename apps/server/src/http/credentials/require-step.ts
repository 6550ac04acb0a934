import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { needsStep } from '#directory/second-step.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'

const sentences = {
  key: 'Your organization asks for a second step, and this API key was made without one. Sign in with your browser and replace the key in your settings.',
  token:
    'Your organization asks for a second step, and this access token was made without one. Sign in with your browser and make another one; in an app, sign in again.',
  session:
    'Your organization asks for a second step. Sign in again: the sign-in page helps you to set one up.',
} as const

/**
 * Refuses credentials that were given without a second step, where the organization asks their user for one and the time
 * of grace is over. `has` tells whether they were given with one.
 */
export function requireStep(
  { time }: Uses<'clock'>,
  directory: OrganizationDirectory,
  user: UserRecord,
  { kind, has }: { readonly kind: keyof typeof sentences; readonly has: boolean },
): void {
  if (has || !needsStep(directory, user, Math.floor(time.clock.now() / 1000))) return
  throw new Refusal(kind === 'session' ? 'UNAUTHORIZED' : 'INVALID_API_KEY', sentences[kind])
}
