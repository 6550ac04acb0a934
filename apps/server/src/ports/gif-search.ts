/** Names of the ratings that organizations choose from, the strictest one first. */
export const gifRatings = ['y', 'g', 'pg', 'pg-13', 'r'] as const
export type GifRating = (typeof gifRatings)[number]

export interface GifQuestion {
  /** Empty asks for what is popular now. */
  readonly query: string
  /** The rating that no answer may exceed. */
  readonly rating: GifRating
  /** A tag such as `de` or `pt-br`. */
  readonly language: string
  /** `next` of the page before; empty for the first page. */
  readonly position: string
  /** The most GIFs to answer. */
  readonly count: number
}

/** A GIF with addresses at the service. */
export interface FoundGif {
  readonly url: string
  readonly previewUrl: string
  /** Undefined if the service has no still picture. */
  readonly stillUrl: string | undefined
  /** Size of the preview in pixels. */
  readonly width: number
  readonly height: number
  /** Empty if the service has none. */
  readonly description: string
}

export interface GifPage {
  readonly gifs: readonly FoundGif[]
  /** Undefined at the end. */
  readonly next: string | undefined
}

/**
 * `away`: no answer in time, or a fault of the service. `key`: it does not accept this server's key. `busy`: it takes no
 * more questions for now. `unclear`: another answer than its documents promise. `position`: no position of its pages.
 */
export type GifTrouble = 'away' | 'key' | 'busy' | 'unclear' | 'position'

/** A service gave no GIFs. The message is for the log; it names neither the key nor the words. */
export class GifFailure extends Error {
  override readonly name = 'GifFailure'
  readonly trouble: GifTrouble

  constructor(trouble: GifTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

/** A service that finds GIFs. */
export interface GifSearch {
  readonly provider: 'giphy' | 'klipy' | 'tenor'
  /** Its name, for people. */
  readonly name: string
  /** Rejects with a GifFailure. */
  find(question: GifQuestion): Promise<GifPage>
}
