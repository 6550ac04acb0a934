import type { Uses } from '#call/services.ts'
import { Refusal } from '#model/refusal.ts'
import { type PictureFacts, PicturesBusy, type Scaling } from '#ports/pictures.ts'

/** Pictures of one organization, which take turns with those of others. */
export interface OrganizationPictures {
  /** Undefined for a file that is not a picture, is broken, or takes too much memory or time. */
  inspect(source: string | Uint8Array): Promise<PictureFacts | undefined>
  scale(source: string | Uint8Array, scaling: Scaling): Promise<Uint8Array | undefined>
}

/** In seconds: a client may try again after this time if too many pictures waited. */
const retryAfter = 10

/** Reads and scales pictures of an organization. Both throw RATE_LIMIT_HIT if too many of its pictures wait. */
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
