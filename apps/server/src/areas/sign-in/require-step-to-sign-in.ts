import type { Call } from '#call/call.ts'
import { needsStep } from '#directory/second-step.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'

/** Refuses a sign-in over the API without the second step that the organization asks for: there is no page to set one up. */
export function requireStepToSignIn(
  { directory, now }: Pick<Call, 'directory' | 'now'>,
  user: UserRecord,
  proof: unknown,
): void {
  if (proof !== undefined || !needsStep(directory, user, now)) return
  throw new Refusal(
    'AUTHENTICATION_FAILED',
    'Your organization asks for a second step: choose “Sign in with your browser”, which helps you to set one up.',
  )
}
