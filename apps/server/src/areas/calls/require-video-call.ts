import type { Services } from '#call/services.ts'
import { badRequest } from '#model/refusal.ts'
import { VideoCallFailure } from '#ports/video-calls.ts'

/** Returns a service that the operator has set up, or throws a Refusal. */
export function requireVideoService<T>(service: T | undefined, name: string): T {
  if (service === undefined)
    throw badRequest(`${name} is not set up on this server. Its operator can do that in the configuration.`)
  return service
}

/** Returns the answer of a service. Throws a Refusal if it failed; the log says why. */
export async function requireVideoAnswer<T>(
  { log }: Pick<Services, 'log'>,
  name: string,
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof VideoCallFailure)) throw error
    log.warn({ err: error }, `${name} gave no call.`)
    throw badRequest(
      `${name} gave no call. Try again in a moment; if that does not help, the log of the server says why.`,
    )
  }
}
