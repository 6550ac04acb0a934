import type { Call } from '#call/call.ts'
import { needsStep } from '#directory/second-step.ts'
import { badRequest } from '#model/refusal.ts'

/** Refuses to leave somebody without a second step while their organization asks them for one. */
export function requireNoStep({ caller, directory, now }: Pick<Call, 'caller' | 'directory' | 'now'>): void {
  if (needsStep(directory, directory.users.get(caller.id) ?? caller, now))
    throw badRequest(
      'Your organization asks for a second step: set up another one before you remove this one.',
    )
}
