/** Facts about a picture; width and height are in pixels, after rotation. */
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
   * `inside` keeps the whole picture within the size. `cover` fills the size and cuts off the rest. `contain` fills the
   * size with the whole picture and transparent margins.
   */
  readonly fit: 'inside' | 'cover' | 'contain'
  readonly format: 'webp' | 'png' | 'gif'
  /** True keeps all frames, false the first one. */
  readonly animated: boolean
}

/** An organization has too many pictures waiting. */
export class PicturesBusy extends Error {
  override readonly name = 'PicturesBusy'
}

/**
 * Reads and scales untrusted pictures within bounds of memory and time. `source` is a path or the bytes. Organizations
 * take turns; both methods throw `PicturesBusy` when too many pictures of one organization wait.
 */
export interface Pictures {
  /** Undefined for a file that is no picture, is broken, or takes too much memory or time. */
  inspect(organizationId: number, source: string | Uint8Array): Promise<PictureFacts | undefined>
  /** Returns the scaled picture without its metadata; undefined if it is broken, or takes too much memory or time. */
  scale(
    organizationId: number,
    source: string | Uint8Array,
    scaling: Scaling,
  ): Promise<Uint8Array | undefined>
  close(): void
}
