import type { Uses } from '#call/services.ts'
import { Refusal } from '#model/refusal.ts'
import { type PictureFacts, PicturesBusy, type Scaling } from '#ports/pictures.ts'

/** The pictures of one organization, in its own turn. */
export interface OrganizationPictures {
  /** Undefined for what is no picture, is broken, or takes too much memory or time. */
  inspect(source: string | Uint8Array): Promise<PictureFacts | undefined>
  scale(source: string | Uint8Array, scaling: Scaling): Promise<Uint8Array | undefined>
}

/** Seconds after which a client may try again whose picture found too many others waiting. */
const retryAfter = 10

/** Reads and scales pictures of an organization. Both throw RATE_LIMIT_HIT where too many of its pictures wait. */
export function picturesOf(
  { outside: { pictures } }: Uses<'pictures'>,
  organizationId: number,
): OrganizationPictures {
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof PicturesBusy)) throw error
      throw new Refusal(
        'RATE_LIMIT_HIT',
        'Too many pictures of this organization are waiting. Try again in a moment.',
        { 'retry-after': retryAfter },
      )
    }
  }
  return {
    inspect: (source) => inTime(pictures.inspect(organizationId, source)),
    scale: (source, scaling) => inTime(pictures.scale(organizationId, source, scaling)),
  }
}
