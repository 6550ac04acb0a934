import type { Readable } from 'node:stream'

/** A picture, film or sound of another server, as it arrives. */
export interface ExternalFile {
  /** 200 or, for a part, 206. */
  readonly status: number
  /** Begins with `image/`, `video/` or `audio/`. */
  readonly contentType: string
  /** What the other server says of length and range, under the names of HTTP. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** Counted: how much is loaded for them at once. */
export interface MediaReader {
  readonly organizationId: number
  /** The address that they call from. */
  readonly address: string
}

/** Loads what messages show of other servers, so that these learn nothing of who reads them. */
export interface ExternalMedia {
  /** The path from which clients load an address of another server; it holds only for what this server signed. */
  pathFor(address: string): string
  /**
   * What lies at an address, by the two parts of its path. Undefined for what was not signed, lies in a private network,
   * is no picture, film or sound, is too large, or does not answer in time; and while many are being loaded for the
   * reader. `range` is the client's header.
   */
  open(
    signature: string,
    encoded: string,
    range: string | undefined,
    reader: MediaReader,
  ): Promise<ExternalFile | undefined>
}
