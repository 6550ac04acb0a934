/** An answer that is written piece by piece, as long as the caller listens. */
export class StreamedAnswer {
  readonly contentType: string
  /** Texts to send. The next one is asked for when the connection has taken the one before. */
  readonly pieces: AsyncIterable<string>

  constructor(contentType: string, pieces: AsyncIterable<string>) {
    this.contentType = contentType
    this.pieces = pieces
  }
}
