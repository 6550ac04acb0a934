import { createHash } from 'node:crypto'
import PostalMime, { type Attachment } from 'postal-mime'
import { type IncomingMail, type MailedFile, MailRejection } from '#ports/incoming-mail.ts'

/** Reads a mail as it came over SMTP. Throws a MailRejection for one that is no mail. */
export async function parseMail(source: Uint8Array): Promise<IncomingMail> {
  const parsed = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
    maxHeadersSize: 256 * 1024,
  }).catch((error: unknown) => {
    throw new MailRejection(554, `The mail cannot be read: ${error instanceof Error ? error.message : ''}`)
  })
  const headers = new Map<string, string>()
  for (const { key, value } of parsed.headers) if (!headers.has(key)) headers.set(key, value)
  return {
    id: parsed.messageId ?? createHash('sha256').update(source).digest('hex'),
    from: parsed.from?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text?.replaceAll(/\r\n?/g, '\n'),
    html: parsed.html,
    files: parsed.attachments.map(toFile),
    headers,
  }
}

function toFile({ filename, mimeType, content }: Attachment, index: number): MailedFile {
  const ending = mimeType === 'message/rfc822' ? '.eml' : ''
  return {
    filename: filename ?? `attachment-${index + 1}${ending}`,
    contentType: mimeType,
    content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}
