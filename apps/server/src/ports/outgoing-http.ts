/** A call of another server. */
export interface OutgoingCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface OutgoingAnswer {
  readonly status: number
  readonly text: string
}

/** Headers of an answer that callers read, by their names in small letters. */
export type OutgoingHeaders = Readonly<Partial<Record<'etag' | 'last-modified' | 'retry-after', string>>>

/**
 * `forbidden`: the address is of this server's own network, or no address of the web. `away`: nothing answered in time,
 * or the connection broke. `too large`: the answer is larger than any that is read.
 */
export type OutgoingTrouble = 'forbidden' | 'away' | 'too large'

/** The beginning of a page. */
export interface OutgoingPage {
  readonly status: number
  /** The header `content-type`; empty without one. */
  readonly contentType: string
  /** The address after redirects. */
  readonly url: string
  readonly bytes: Uint8Array
}

export interface OutgoingDocument extends OutgoingAnswer {
  /** The header `content-type`; empty without one. */
  readonly contentType: string
  readonly maxAge: number | undefined
}

export interface PageCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Called with all that has come, after each part: true if no more is needed. */
  readonly isEnough?: (bytes: Uint8Array) => boolean
}

export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure'
  readonly trouble: OutgoingTrouble

  constructor(trouble: OutgoingTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

/** Calls servers whose addresses users gave. It reaches no private network that the operator has not named. */
export interface OutgoingHttp {
  /** Posts, and follows no redirect. Throws an `OutgoingFailure`. */
  post(call: OutgoingCall): Promise<OutgoingAnswer>
  /** Gets, and follows up to three redirects. Throws an `OutgoingFailure`. */
  get(call: Omit<OutgoingCall, 'body'>): Promise<OutgoingAnswer & { readonly headers: OutgoingHeaders }>
  /**
   * Gets the beginning of a page, at most 512 KiB, within five seconds, and follows up to three redirects. Throws an
   * `OutgoingFailure`.
   */
  page(call: PageCall): Promise<OutgoingPage>
  /**
   * Gets a document of at most 64 KiB, and follows no redirect. `maxAge` are the seconds that it may be kept, as far as
   * the other server says. Throws an `OutgoingFailure`.
   */
  document(url: string): Promise<OutgoingDocument>
  /** Resolves after half a second: nobody should wait longer for a receiver that others do not depend on. */
  aWhile(): Promise<void>
}
