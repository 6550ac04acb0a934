/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Hands mail to whatever delivers it. */
export interface Mailer {
  /** Resolves when the mail is on its way; rejects when it could not be handed over and may be tried again. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
