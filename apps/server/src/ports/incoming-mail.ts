/** A file that came with a mail. */
export interface MailedFile {
  /** The sender's name for it; never build a path from it. */
  readonly filename: string
  /** The sender's claim. */
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** Path of the file, valid until the mail has been received. */
  readonly path: string
}

/** A mail as it arrived. */
export interface IncomingMail {
  /** The same at each delivery of the same mail. */
  readonly id: string
  /** Address in the From header; empty without one. */
  readonly from: string
  /** Decoded, one line; empty without a subject. */
  readonly subject: string
  /**
   * The plain text, with lines that end in a line feed: at most its first 200,000 letters. Undefined if the mail has
   * HTML only, or no text.
   */
  readonly text: string | undefined
  /** The whole text if `text` is only its beginning. */
  readonly wholeText: MailedFile | undefined
  /** The HTML as Markdown; HTML that is too long to be converted is a file. */
  readonly html: string | MailedFile | undefined
  readonly files: readonly MailedFile[]
  /** First value of each header as it was sent, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>
}

/**
 * Thrown to refuse a mail. `reply` goes to the other mail server (RFC 5321): 4xx to try again later, 5xx to give up and
 * tell the sender, with the message.
 */
export class MailRejection extends Error {
  override readonly name = 'MailRejection'
  readonly reply: 451 | 452 | 550 | 552 | 554

  constructor(reply: MailRejection['reply'], message: string) {
    super(message)
    this.reply = reply
  }
}

/** Takes the mail that arrives. */
export interface MailReceiver {
  /** Throws a MailRejection for an address that takes no mail now. */
  check(address: string): Promise<void>
  /** Resolves when the mail is kept for good; a second delivery changes nothing. Throws a MailRejection. */
  receive(address: string, mail: IncomingMail): Promise<void>
}

/** Receives mail from other mail servers. */
export interface MailListener {
  /** Begins to listen. Returns the port: for port 0, the one that the system chose. */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>
  /** Takes no more mail, and lets running deliveries finish. */
  close(): Promise<void>
}
