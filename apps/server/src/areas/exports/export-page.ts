import type { Page, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { listExports } from '#store/organization/data-exports.ts'
import { exportsPath } from './present.ts'

const missing: PageReply = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'There is no such export.',
}

/** Page with archives of exports, for everybody who knows the address. */
export const exportPage: Page = {
  method: 'GET',
  path: `${exportsPath}/*`,
  async answer({ services, directory, path, address }) {
    const { organization } = await directory()
    const key = path['*'] ?? ''
    const rows = await listExports(services.data.db, organization.id)
    const row = rows.find(({ blob_key }) => blob_key === key)
    const size = row && (await services.outside.blobs.size(key))
    if (!row || size === undefined) return missing
    // Everybody with the address may fetch it, so the actor is unknown.
    await services.data.transact(
      organization.id,
      async (tx) => tx.audit('export.fetched', { kind: 'export', id: row.id }),
      { by: byStranger(address) },
    )
    services.security.note('export.fetched', { organization: organization.id, actor: null, address })
    return {
      status: 200,
      headers: {
        'content-type': key.endsWith('.zip') ? 'application/zip' : 'application/gzip',
        'content-disposition': `attachment; filename="${key.slice(key.lastIndexOf('/') + 1)}"`,
        'content-length': String(size),
        'cache-control': 'no-store',
      },
      body: services.outside.blobs.open(key),
    }
  },
}
