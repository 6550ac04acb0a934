/** What a file that is a picture shows; width and height in pixels, after rotation. */
export interface PictureFacts {
  /** `png`, `jpeg`, `gif`, `webp`, `avif`, `tiff`. */
  readonly format: string
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

export interface Scaling {
  readonly width: number
  readonly height: number
  /**
   * `inside` keeps the whole picture within the size; `cover` fills the size and cuts off the rest; `contain` fills it
   * with the whole picture and transparent margins.
   */
  readonly fit: 'inside' | 'cover' | 'contain'
  readonly format: 'webp' | 'png' | 'gif'
  /** Keeps all frames; otherwise the first one is left. */
  readonly animated: boolean
}

/** More pictures of an organization wait than may wait. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy'
}

/**
 * Reads and scales pictures that nobody vouches for, within bounds of memory and time. `source` is a path or the bytes.
 * Organizations take turns; where too many pictures of one wait already, both throw `PicturesBusy`.
 */
export interface Pictures {
  /** Undefined for what is no picture, is broken, or takes too much memory or time. */
  inspect(organizationId: number, source: string | Uint8Array): Promise<PictureFacts | undefined>
  /** The scaled picture without its metadata; undefined for what is broken, or takes too much memory or time. */
  scale(
    organizationId: number,
    source: string | Uint8Array,
    scaling: Scaling,
  ): Promise<Uint8Array | undefined>
  close(): void
}
