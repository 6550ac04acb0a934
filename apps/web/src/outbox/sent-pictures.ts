import type { UploadedMedia } from '@tagma/markdown/lookups.ts'

/** A picture that this page has uploaded and keeps in memory. */
export interface SentPicture {
  /** Facts for the renderer. */
  readonly media: UploadedMedia
  /** Shows the picture in an element until the server's thumbnail is there. */
  readonly show: (image: HTMLImageElement) => void
  /** Gives up the memory. */
  readonly forget: () => void
}

/** Pictures by the paths of their addresses. They are in sight before the server has their thumbnails. */
export const sentPictures = new Map<string, SentPicture>()
