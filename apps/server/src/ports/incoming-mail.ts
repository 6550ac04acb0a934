/** A file that came with a mail. */
export interface MailedFile {
  /** As the sender calls it; nothing to build a path from. */
  readonly filename: string
  /** As the sender claims. */
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** Where it lies until the mail has been received. */
  readonly path: string
}

/** A mail as it arrived. */
export interface IncomingMail {
  /** The same whenever the same mail is delivered again. */
  readonly id: string
  /** Address in the From header; empty where there is none. */
  readonly from: string
  /** Decoded, one line; empty where there is none. */
  readonly subject: string
  /**
   * The plain text, with lines that end in \n, and no more of it than its first 200,000 letters; undefined where the mail
   * has only HTML, or nothing.
   */
  readonly text: string | undefined
  /** The whole text, where `text` is its beginning. */
  readonly wholeText: MailedFile | undefined
  /** The HTML as Markdown; HTML that is too long to become Markdown is a file. */
  readonly html: string | MailedFile | undefined
  readonly files: readonly MailedFile[]
  /** The first value of each header as it was sent, by its name in lower case. */
  readonly headers: ReadonlyMap<string, string>
}

/**
 * A mail is not taken. `reply` is what the other mail server is told (RFC 5321): 4xx to try again later, 5xx to give up
 * and tell the sender, with the message.
 */
export class MailRejection extends Error {
  override readonly name = 'MailRejection'
  readonly reply: 451 | 452 | 550 | 552 | 554

  constructor(reply: MailRejection['reply'], message: string) {
    super(message)
    this.reply = reply
  }
}

/** What becomes of mail that arrives. */
export interface MailReceiver {
  /** Throws a MailRejection for an address to which nothing can be sent now. */
  check(address: string): Promise<void>
  /** Resolves when the mail is kept for good; a mail that was taken before is not taken twice. Throws a MailRejection. */
  receive(address: string, mail: IncomingMail): Promise<void>
}

/** Receives mail from other mail servers. */
export interface MailListener {
  /** Begins to listen; the port, which is another one than asked for where that was 0. */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>
  /** Takes no more mail, and lets what is being received finish. */
  close(): Promise<void>
}
