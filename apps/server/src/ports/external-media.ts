import type { Readable } from 'node:stream'

/** A picture, film or sound of another server, while it arrives. */
export interface ExternalFile {
  /** 200 or, for a part, 206. */
  readonly status: number
  /** Begins with `image/`, `video/` or `audio/`. */
  readonly contentType: string
  /** Headers of the other server about length and range. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** The viewer of the media; each viewer has a limit of loads at once. */
export interface MediaReader {
  readonly organizationId: number
  /** Address of the viewer's call. */
  readonly address: string
}

/** Loads media that messages show from other servers, so that those servers learn nothing of the viewers. */
export interface ExternalMedia {
  /** Path from which clients load an address of another server; valid only with this server's signature. */
  pathFor(address: string): string
  /**
   * Opens the media at an address, given by the two parts of its path. `range` is the client's header.
   * Undefined if the address is not signed or lies in a private network, if its content is no picture, film or sound or
   * is too large, if the other server is too slow, or if too many media are loading for the viewer.
   */
  open(
    signature: string,
    encoded: string,
    range: string | undefined,
    reader: MediaReader,
  ): Promise<ExternalFile | undefined>
}
