/** A file of the web client, ready to send. */
export interface WebClientFile {
  readonly bytes: Uint8Array
  /** With its quotation marks. */
  readonly etag: string
  /** Content type, coding and caching. */
  readonly headers: Readonly<Record<string, string>>
}

/** The web client as it was built: its page and the files that the page loads. */
export interface WebClient {
  /**
   * Returns the file at a path (`/` is the page), in a coding of the header Accept-Encoding; undefined for an unknown path.
   * `'not built'`: the client is being built, or could not be.
   */
  find(path: string, acceptEncoding: string): Promise<WebClientFile | 'not built' | undefined>
  /** The error of the last build, or undefined if it succeeded. */
  readonly failure: string | undefined
  /** Begins to build a client that is missing or stale, in the background. */
  start(): void
  close(): void
}
