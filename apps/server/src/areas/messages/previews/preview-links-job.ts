import type { LinkedPage } from '@tagma/markdown/lookups.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import type { MessageRow } from '#model/message-parts.ts'
import {
  endPreviewWish,
  type FetchedPage,
  forgetPages,
  keepPage,
  type KnownPage,
  knownPages,
  waitingForPreviews,
} from '#store/messages/link-previews.ts'
import { findMessages } from '#store/messages/messages.ts'
import { renderContent } from '../render/render-content.ts'
import { findPreview } from './find-preview.ts'
import { showPreviews } from './show-previews.ts'

/** Seconds for which a page is not asked again, and for which one without a preview is not. */
const keptSeconds = 7 * 24 * 3600
const failureSeconds = 24 * 3600
/** Pages of one message. */
const mostPages = 5
/** Messages that are worked on at once: a page that takes its time holds up few others. */
const width = 16

/** Looks up the pages that messages link, and shows their previews. A message whose sender is gone keeps its links. */
export const previewLinksJob: Job = {
  name: 'preview-links',
  everySeconds: 1,
  once: true,
  awaits: 'preview_wishes',
  isSlow: true,
  async run(services, organizationId, mayGoOn = () => true) {
    const { data } = services
    const directory = await data.directories.get(organizationId)
    const asked = new Map<string, Promise<FetchedPage | undefined>>()
    while (mayGoOn()) {
      const ids = await waitingForPreviews(data.db, organizationId, width)
      if (ids.length === 0) break
      const messages = await findMessages(data.db, ids)
      await Promise.all(ids.map((id) => preview(services, directory, { id, row: messages.get(id) }, asked)))
    }
    if (asked.size > 0) await data.transact(organizationId, (tx) => forgetPages(tx, tx.now - keptSeconds))
  },
}

interface Waiting {
  readonly id: number
  /** Undefined if it was deleted. */
  readonly row: MessageRow | undefined
}

async function preview(
  services: Services,
  directory: OrganizationDirectory,
  { id, row }: Waiting,
  asked: Map<string, Promise<FetchedPage | undefined>>,
): Promise<void> {
  const organizationId = directory.organization.id
  const sender = row && directory.users.get(row.sender_id)
  const pages = row && sender ? await pagesOf(services, directory, row, asked) : []
  const rendered =
    row && sender && pages.length > 0
      ? await renderContent(services, directory, sender, row.content, { pages })
      : undefined
  await services.data.transact(organizationId, async (tx) => {
    if (!(await endPreviewWish(tx, id))) return
    if (row && rendered) await showPreviews(tx, directory, row, rendered)
  })
}

async function pagesOf(
  services: Services,
  directory: OrganizationDirectory,
  row: MessageRow,
  asked: Map<string, Promise<FetchedPage | undefined>>,
): Promise<LinkedPage[]> {
  const { data, outside, time } = services
  const { id: organizationId, settings } = directory.organization
  const sender = directory.users.get(row.sender_id)!
  const { facts } = await renderContent(services, directory, sender, row.content)
  const urls = facts.pageUrls.slice(0, mostPages)
  const known = await knownPages(data.db, organizationId, urls)
  const now = Math.floor(time.clock.now() / 1000)
  const isFresh = ({ page, fetchedAt }: KnownPage) => now - fetchedAt < (page ? keptSeconds : failureSeconds)
  const ask = async (url: string) => {
    const page = await findPreview(outside.outgoing, url, settings.default_language)
    await data.transact(organizationId, (tx) => keepPage(tx, url, page))
    return page
  }
  const found = await Promise.all(
    urls.map(async (url) => {
      const before = known.get(url)
      if (before && isFresh(before)) return { url, page: before.page }
      const asking = asked.get(url) ?? ask(url)
      asked.set(url, asking)
      return { url, page: await asking }
    }),
  )
  return found.flatMap(({ url, page }) => (page ? [{ url, ...page }] : []))
}
