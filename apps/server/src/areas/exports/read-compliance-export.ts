import { createHash } from 'node:crypto'
import type { Uses } from '#call/services.ts'
import { productVersion } from '#config/product-version.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { type Language, wordsFor } from '#words/words.ts'
import { blobEntry, jsonEntry, partName } from './archive-entries.ts'
import { fileNameFor } from './archive-pages.ts'
import { complianceForms, type ComplianceMessage } from './compliance-forms.ts'
import { complianceReach } from './compliance-query.ts'
import { exportedMessage } from './exported-message.ts'
import { messageBatches } from './message-batches.ts'
import type { ComplianceQuery } from './present.ts'
import type { Entry } from './tar.ts'

/** Input of a compliance export. */
export interface ComplianceOrder {
  readonly services: Uses<'db' | 'aside' | 'blobs' | 'config'>
  readonly directory: OrganizationDirectory
  readonly query: ComplianceQuery
  /** Who asked: an owner, or a command of the server's machine. */
  readonly askedBy: { readonly id: number; readonly name: string } | 'command'
  /** Language of pages and notes. */
  readonly language: Language
  /** Address of somebody; null if it is not to be shown. */
  readonly emailOf: (user: UserRecord) => string | null
  /** UNIX seconds. */
  readonly now: number
}

/**
 * Yields the files of a compliance export: the messages of a query in its form, the files that they link, and at last the
 * manifest with the SHA-256 of all of them.
 */
export async function* readComplianceExport(order: ComplianceOrder): AsyncGenerator<Entry> {
  const { services, directory, query, emailOf } = order
  const { blobs } = services.outside
  const manifest = new Map<string, { bytes: number; sha256: string }>()
  const counts = { messages: 0, files: 0 }
  const noted = (entry: Entry & { content: Uint8Array }): Entry => {
    manifest.set(entry.name, { bytes: entry.size, sha256: sha256Of(entry.content) })
    return entry
  }
  const { channels, conditions } = await complianceReach(services.data.db, directory, query)
  const form = complianceForms[query.format]
  const files = new Map<number, KnownFile>()
  const waiting: ComplianceMessage[] = []
  let part = 0
  const written = (count: number): Entry => {
    const messages = waiting.splice(0, count)
    counts.messages += messages.length
    const content = form.write(messages, {
      organization: directory.organization.name,
      language: order.language,
    })
    const name = partName('messages', ++part, form.ending)
    return noted({ name, size: content.length, content })
  }
  const sight = { directory, emailOf, knows: () => true }
  for await (const { messages, links } of messageBatches(services, directory, conditions)) {
    for (const { id, name, path_id } of links)
      if (!files.has(id)) files.set(id, await knownFile(blobs, fileNameFor(id, name), path_id))
    for (const parts of messages)
      waiting.push({
        ...exportedMessage(parts, sight),
        files: links
          .filter(({ message_id }) => message_id === parts.row.id)
          .map(({ id, name, size }) => ({
            name,
            size,
            file: files.get(id)?.name ?? null,
            sha256: files.get(id)?.sha256 ?? null,
          })),
      })
    while (waiting.length >= form.perFile) yield written(form.perFile)
  }
  if (waiting.length > 0 || part === 0) yield written(waiting.length)
  for (const { name, path, sha256 } of files.values())
    for await (const entry of blobEntry(blobs, name, path)) {
      if (sha256 === null) continue
      counts.files++
      manifest.set(name, { bytes: entry.size, sha256 })
      yield entry
    }
  yield manifestOf(order, { channels, counts, files: Object.fromEntries(manifest) })
}

interface KnownFile {
  readonly name: string
  readonly path: string
  /** Null for a file that is gone. */
  readonly sha256: string | null
}

async function knownFile(blobs: BlobStore, name: string, path: string): Promise<KnownFile> {
  if ((await blobs.size(path)) === undefined) return { name, path, sha256: null }
  const hash = createHash('sha256')
  for await (const chunk of blobs.open(path) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return { name, path, sha256: hash.digest('hex') }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function manifestOf(
  { directory, query, askedBy, language, now }: ComplianceOrder,
  found: {
    readonly channels: readonly { readonly id: number; readonly name: string }[]
    readonly counts: object
    readonly files: object
  },
): Entry {
  const { organization, users } = directory
  const named = (ids: readonly number[] | null) =>
    ids && ids.map((id) => ({ id, name: users.get(id)?.fullName ?? '' }))
  return jsonEntry(
    'manifest.json',
    {
      format: 'tagma-compliance',
      version: 1,
      made_at: now,
      made_by: productVersion,
      organization: { uuid: organization.uuid, name: organization.name },
      asked_by: askedBy,
      query: { ...query, user_ids: named(query.user_ids) },
      channels: found.channels.map(({ id, name }) => ({ id, name })),
      counts: found.counts,
      notes: [wordsFor(language, 'export.note-deleted'), wordsFor(language, 'export.note-times')],
      files: found.files,
    },
    2,
  )
}
