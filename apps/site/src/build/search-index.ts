import { create, insertMultiple, save } from '@orama/orama'
import { madeSections, type Page, type Version } from './page.ts'
import type { SetPage } from './set-markdown.ts'

/** The fields of a document in Fumadocs' static search. */
const schema = {
  content: 'string',
  page_id: 'string',
  type: 'string',
  tags: 'enum[]',
  url: 'string',
} as const

interface Document {
  readonly id: string
  readonly page_id: string
  readonly type: 'page' | 'heading' | 'text'
  readonly content: string
  readonly tags: string[]
  readonly url: string
}

/** The parts of a page that the search index needs. */
export interface IndexedPage extends Pick<SetPage, 'headings' | 'passages' | 'markdown'> {
  readonly page: Page
}

/** Builds the index of a version: a static export of Orama, with a document for each page, heading and passage. */
export async function searchIndex(version: Version, pages: readonly IndexedPage[]): Promise<string> {
  const documents: Document[] = pages.flatMap(({ page, headings: own, passages }) => {
    const url = `${version.base}/${page.slug}`
    const tags = [page.section.toLowerCase().replaceAll(' ', '-')]
    const common = { page_id: url, tags }
    // Generated pages are indexed by names and sentences. Phrases that all of them share would only be in the way.
    const isGenerated = madeSections.has(page.section)
    const headings = isGenerated ? [] : own
    return [
      { ...common, id: url, type: 'page' as const, content: page.title, url },
      {
        ...common,
        id: `${url}#description`,
        type: 'text' as const,
        content: isGenerated ? `${page.slug} ${page.description}` : page.description,
        url,
      },
      ...headings.map(({ id, text }, index) => ({
        ...common,
        id: `${url}#heading-${index}`,
        type: 'heading' as const,
        content: text,
        url: `${url}#${id}`,
      })),
      ...passages
        // Only the beginning of generated pages is indexed. All of it would be several times as long as the guides.
        .slice(0, isGenerated ? 12 : undefined)
        .map(({ headingId, text }, index) => ({
          ...common,
          id: `${url}#text-${index}`,
          type: 'text' as const,
          content: isGenerated ? text.slice(0, 160) : text,
          url: headingId === undefined ? url : `${url}#${headingId}`,
        })),
    ]
  })
  const db = create({ schema, language: 'english', sort: { enabled: false } })
  await insertMultiple(db, documents, 1000)
  return JSON.stringify({ type: 'advanced', ...save(db) })
}
