import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AttachmentStream, MailParser } from 'mailparser'
import type { IncomingMail, MailedFile } from '#ports/incoming-mail.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { serveHelper } from './serve-helper.ts'

/** A mail as SMTP brought it, and a folder for its files. */
export interface MailQuestion {
  readonly path: string
  readonly folder: string
}

/** The mail, or the reason why it cannot be read. */
export type MailAnswer = { readonly mail: IncomingMail } | { readonly problem: string }

/** Letters of a text to hand on: twenty times the length of a message. */
const longestText = 200_000
const mostMib = 320

// This process reads untrusted mails: the server's own process never parses one.
serveHelper(answer, mostMib)

async function answer(question: MailQuestion): Promise<MailAnswer> {
  try {
    return { mail: await readMail(question) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : '' }
  }
}

const options = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  // For the splitter inside the parser: a mail within a mail is a file.
  ignoreEmbedded: true,
}

async function readMail({ path, folder }: MailQuestion): Promise<IncomingMail> {
  const parser = new MailParser(options)
  const files: Promise<MailedFile>[] = []
  let text: string | undefined
  let html: string | undefined
  parser.on('data', (part) => {
    if (part.type === 'attachment') {
      files.push(keepAttachment(part, files.length + 1, folder))
      return
    }
    text = part.text?.replaceAll(/\r\n?/g, '\n')
    html = part.html
  })
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), noting(hash), parser)
  const markdown = html === undefined ? undefined : htmlToMarkdown(html)
  return {
    id: parser.messageId ?? hash.digest('hex'),
    from: parser.from?.value[0]?.address ?? '',
    subject: parser.subject ?? '',
    text: text?.slice(0, longestText).replace(/[\ud800-\udbff]$/, ''),
    wholeText:
      text !== undefined && text.length > longestText
        ? await keepText(text, 'mail.txt', 'text/plain', folder)
        : undefined,
    html:
      markdown ?? (html === undefined ? undefined : await keepText(html, 'mail.html', 'text/html', folder)),
    files: await Promise.all(files),
    headers: headersOf(parser),
  }
}

const noting = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

async function keepAttachment(part: AttachmentStream, nth: number, folder: string): Promise<MailedFile> {
  const path = join(folder, String(nth))
  await pipeline(part.content, createWriteStream(path, { flags: 'wx' }))
  // Lets the parser go on with the next part.
  part.release?.()
  const ending = part.contentType === 'message/rfc822' ? '.eml' : ''
  return {
    filename: part.filename ?? `attachment-${nth}${ending}`,
    contentType: part.contentType,
    size: (await stat(path)).size,
    path,
  }
}

async function keepText(
  text: string,
  filename: string,
  contentType: string,
  folder: string,
): Promise<MailedFile> {
  const path = join(folder, filename)
  const bytes = Buffer.from(text)
  await writeFile(path, bytes, { flag: 'wx' })
  return { filename, contentType, size: bytes.length, path }
}

function headersOf({ headerLines }: MailParser): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const { key, line } of headerLines === false ? [] : headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (!headers.has(key)) headers.set(key, value)
  }
  return headers
}
