import { createHash } from 'node:crypto'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

/** The title, description and picture of a page, as it was fetched. */
export interface FetchedPage {
  readonly title: string
  readonly description: string
  readonly image: string
}

/** A page that was asked; `page` is undefined if there was nothing to show. */
export interface KnownPage {
  readonly page: FetchedPage | undefined
  /** UNIX seconds. */
  readonly fetchedAt: number
}

const hashOf = (url: string) => createHash('sha256').update(url).digest('base64url')

/** Returns what is known of pages, by their addresses. */
export async function knownPages(
  db: Db,
  organizationId: number,
  urls: readonly string[],
): Promise<Map<string, KnownPage>> {
  if (urls.length === 0) return new Map()
  const hashes = new Map(urls.map((url) => [hashOf(url), url]))
  const rows = await db
    .selectFrom('link_previews')
    .select(['url_hash', 'page', 'fetched_at'])
    .where('organization_id', '=', organizationId)
    .where('url_hash', 'in', [...hashes.keys()])
    .execute()
  return new Map(
    rows.map((row) => [
      hashes.get(row.url_hash) ?? '',
      {
        page: row.page === null ? undefined : (JSON.parse(row.page) as FetchedPage),
        fetchedAt: row.fetched_at,
      },
    ]),
  )
}

/** Keeps a page, or that there is nothing to show. */
export async function keepPage(tx: Tx, url: string, page: FetchedPage | undefined): Promise<void> {
  const changed = { page: page ? JSON.stringify(page) : null, fetched_at: tx.now }
  await tx.db
    .insertInto('link_previews')
    .values({ organization_id: tx.organizationId, url_hash: hashOf(url), ...changed })
    .onConflict((conflict) => conflict.columns(['organization_id', 'url_hash']).doUpdateSet(changed))
    .execute()
}

/** Forgets pages that were fetched before a time, in UNIX seconds. */
export async function forgetPages(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('link_previews')
    .where('organization_id', '=', tx.organizationId)
    .where('fetched_at', '<', before)
    .execute()
}

/** Notes that a message waits for previews of its links. */
export async function wishPreviews(tx: Tx, messageId: number): Promise<void> {
  await tx.db
    .insertInto('preview_wishes')
    .values({ organization_id: tx.organizationId, message_id: messageId })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Ids of messages that wait for previews, the longest waiting first. */
export async function waitingForPreviews(db: Db, organizationId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('preview_wishes')
    .select('message_id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ message_id }) => message_id)
}

/** Ends the wait of a message. Returns false if it does not wait any more. */
export async function endPreviewWish(tx: Tx, messageId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('preview_wishes')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
