import type { UploadedMedia } from '@tagma/markdown/lookups.ts'

/** A picture that this page has sent, as it is in memory. */
export interface SentPicture {
  /** Facts for the renderer. */
  readonly media: UploadedMedia
  /** Has an element show the picture until the server's thumbnail is there. */
  readonly show: (image: HTMLImageElement) => void
  /** Gives up the memory. */
  readonly forget: () => void
}

/** Pictures by the paths of their addresses: they are seen before the server shows them. */
export const sentPictures = new Map<string, SentPicture>()
