import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { topicProblem } from '@tagma/rules/topics.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { requireContent } from '#areas/messages/rules.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import { discardUploads } from '#areas/uploads/delete-attachment.ts'
import { requireQuota, uploadFile } from '#areas/uploads/upload-file.ts'
import type { Services } from '#call/services.ts'
import { hostOfSender } from '#config/values.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { type IncomingMail, type MailedFile, type MailReceiver, MailRejection } from '#ports/incoming-mail.ts'
import { organizationOfChannel } from '#store/channels/channels.ts'
import { findSentMessage } from '#store/messages/sent-messages.ts'
import { type ChannelAddress, isGenuine, readChannelAddress } from './channel-address.ts'
import { bodyOf, topicOfSubject } from './mail-text.ts'
import { type MailRights, requireMailRights } from './require-mail-rights.ts'

/** Most files of one mail: as many as a form can have. */
const mostFiles = 20
/** Mail uses the protection of clients against sending twice, as a client with this one queue. */
const queueId = 'mail'

/** Posts mail that arrives for channels under `domain`. */
export function mailReceiver(services: Services, domain: string): MailReceiver {
  return {
    check: (address) => answering(async () => void (await findTarget(services, domain, address))),
    receive: (address, mail) =>
      answering(async () => post(services, await findTarget(services, domain, address), mail)),
  }
}

interface Target extends MailRights {
  readonly address: ChannelAddress
  readonly directory: OrganizationDirectory
}

/** Turns a Refusal into a number for the other mail server. */
async function answering(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reply = { RATE_LIMIT_HIT: 451, REALM_UPLOAD_OVER_QUOTA: 452 } as const
    throw new MailRejection(reply[error.code as keyof typeof reply] ?? 550, error.message)
  }
}

/**
 * Finds the target of mail to an address. Throws a Refusal if mail may not go there; the same one for every address
 * that was not given out.
 */
async function findTarget(services: Services, domain: string, text: string): Promise<Target> {
  const address = readChannelAddress(domain, text)
  const organizationId = address && (await organizationOfChannel(services.data.db, address.channelId))
  const directory =
    organizationId === undefined ? undefined : await services.data.directories.get(organizationId)
  const holder = address && directory?.users.get(address.holderId)
  if (!directory || !holder || !isGenuine(address, holder)) throw badRequest('There is no such address here.')
  if (directory.organization.deactivatedAt !== null)
    throw badRequest('This organization has been deactivated.')
  if (!holder.isActive) throw badRequest('This address is no longer in use.')
  const rights = await requireMailRights(
    services.data.db,
    directory,
    holder,
    address.channelId,
    address.senderId,
  )
  return { ...rights, address, directory }
}

async function post(services: Services, target: Target, mail: IncomingMail): Promise<void> {
  const { directory, channel, sender, author, address } = target
  refuseLoops(mail, hostOfSender(services.config.mail.from))
  const claim = `${address.channelId} ${address.holderId} ${address.senderId}`
  services.limits.countAgainst('incoming_mail', claim)
  const local = {
    queue_id: queueId,
    local_id: createHash('sha256').update(`${claim} ${mail.id} ${mail.from} ${mail.subject}`).digest('hex'),
  }
  if ((await findSentMessage(services.data.db, sender.id, local)) !== undefined) return
  const topic = channel.topicsPolicy === 'empty_topic_only' ? '' : topicOfSubject(mail.subject)
  const problem = topicProblem(directory, channel, topic)
  if (problem !== undefined) throw badRequest(problem)
  const uploads: string[] = []
  try {
    const content = requireContent(await composeMessage(services, sender, mail, address, uploads))
    const rendered = await renderContent(services, directory, author, content)
    await services.data.transact(directory.organization.id, (tx) =>
      sendMessage(tx, directory, {
        sender,
        ...(author.id === sender.id ? {} : { author }),
        destination: { kind: 'channel', channel, topic },
        content,
        rendered,
        client: 'Internal',
        readBySender: false,
        local,
      }),
    )
  } catch (error) {
    // After any other error the message may have been posted.
    if (error instanceof Refusal) await discardUploads(services, directory.organization.id, uploads)
    throw error
  }
}

/**
 * Refuses answers of machines (RFC 3834), and this server's own mail on its way back. Other mail of machines is
 * welcome: reports, mailing lists.
 */
function refuseLoops({ headers, id }: IncomingMail, ownHost: string): void {
  const kind = headers.get('auto-submitted')?.split(';')[0]?.trim().toLowerCase()
  if (kind === 'auto-replied' || headers.get('precedence')?.trim().toLowerCase() === 'auto_reply')
    throw new MailRejection(554, 'Automatic answers are not posted.')
  if (kind === 'auto-generated' && id.endsWith(`@${ownHost}>`))
    throw new MailRejection(554, 'This mail comes from here.')
}

/**
 * Makes the message of a mail. Nothing is lost: files are uploaded and linked, and so is a text that is too long for a
 * message or cannot become Markdown. Adds the path ids of its uploads to `uploads`.
 */
async function composeMessage(
  services: Services,
  sender: UserRecord,
  mail: IncomingMail,
  { options }: ChannelAddress,
  uploads: string[],
): Promise<string> {
  refuseTooMuch(mail.files, services.config.maxUploadMib)
  const body = bodyOf(mail, options)
  const from = mail.from.slice(0, longestAddress)
  const head = options.showSender && from !== '' ? `From: ${from}\n\n` : ''
  const files = [...mail.files]
  if (body === undefined && typeof mail.html === 'object') files.push(mail.html)
  // The rest of the text was not read.
  const isLong = mail.wholeText !== undefined && body !== undefined && body !== mail.html
  if (isLong) files.push(mail.wholeText)
  const room = limits.maxMessageLength - codePointLength(head) - files.length * longestLink
  const isCut = body !== undefined && codePointLength(body) > room
  const needsText = isCut && !isLong
  // Checks all files together: otherwise each attempt to deliver a delayed mail would leave some of them.
  await requireQuota(
    services,
    sender,
    files.reduce((sum, { size }) => sum + size, needsText ? Buffer.byteLength(body) : 0),
  )
  await using folder = needsText ? await services.outside.scratch.folder() : undefined
  if (needsText && folder) files.push(await keepText(join(folder.path, 'text'), body))
  const links = await uploadFiles(services, sender, files, uploads)
  const shown = isCut
    ? `${body.slice(0, room - longestLink - 5).replace(/[\ud800-\udbff]$/, '')}\n\n…`
    : (body ?? '')
  const parts = [shown, links.join('\n')].filter((part) => part !== '')
  return `${head}${parts.length === 0 ? '(empty mail)' : parts.join('\n\n')}`.replaceAll('\0', '')
}

/** Writes a text to a local file, until it is uploaded. */
async function keepText(path: string, text: string): Promise<MailedFile> {
  await writeFile(path, text, { flag: 'wx' })
  return { filename: 'mail.txt', contentType: 'text/plain', size: Buffer.byteLength(text), path }
}

function refuseTooMuch(files: readonly MailedFile[], maxUploadMib: number): void {
  if (files.length > mostFiles) throw new MailRejection(552, `The mail has more than ${mostFiles} files.`)
  if (files.some(({ size }) => size > maxUploadMib * 1024 * 1024))
    throw new MailRejection(552, `A file of the mail is larger than ${maxUploadMib} MiB.`)
}

/** Most code points that the link of a file takes. */
const longestLink = 250
/** RFC 5321. */
const longestAddress = 320

async function uploadFiles(
  services: Services,
  owner: UserRecord,
  files: readonly MailedFile[],
  uploads: string[],
): Promise<string[]> {
  const links: string[] = []
  try {
    for (const file of files) {
      const { pathId, name } = await uploadFile(services, owner, [
        { ...file, read: () => readFile(file.path) },
      ])
      uploads.push(pathId)
      links.push(`[${linkText(name)}](/user_uploads/${pathId})`)
    }
  } finally {
    for (const { path } of files) await rm(path, { force: true })
  }
  return links
}

/** Text of a file's link: the end of its name, without characters that would end a link in Markdown. */
const linkText = (name: string) =>
  [...name.replaceAll(/[[\]\\`*_]/g, ' ').trim()].slice(-60).join('') || 'file'
