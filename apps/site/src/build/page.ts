/** A page of the documentation in one version, as it is written or generated, before it is set. */
export interface Page {
  /** Its name in addresses: /tag/<slug>. */
  readonly slug: string
  readonly title: string
  /** One or two sentences: for search engines, lists and previews. */
  readonly description: string
  /** The section of the sidebar, such as "Get started" or "Endpoints". */
  readonly section: string
  /** Within a section that is folded by groups, the group: the resource of an endpoint. */
  readonly group?: string | undefined
  /** What the sidebar shows instead of the title. */
  readonly label?: string | undefined
  readonly order: number
  /** Day of the last change, YYYY-MM-DD. */
  readonly lastmod: string
  /** Markdown below the title. Links to other pages are relative: `[Search](search)`. */
  readonly body: string
}

export interface Version {
  /** `development`, or a release such as `0.1`. */
  readonly slug: string
  /** Path above its pages: `/tag` for the latest release, otherwise `/tag/<slug>`. */
  readonly base: string
  readonly kind: 'latest' | 'older' | 'development'
  readonly released?: string | undefined
  readonly pages: readonly Page[]
  /** The API of this version as an OpenAPI document. */
  readonly openApi: string
}

/** A page of the website outside the documentation. */
export interface SitePage extends Pick<Page, 'title' | 'description' | 'lastmod' | 'body'> {
  readonly path: string
}

export interface Release {
  readonly version: string
  readonly date: string
  readonly summary: string
}

/** A mistake in what is written: the build fails with all of them. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** The sections of the sidebar, in its order. */
export const sections = [
  'Get started',
  'Run a server',
  'Build on it',
  'Reference',
  'Endpoints',
  'Events',
  'Error codes',
]

/** Those whose pages are made from the contract: hundreds, much alike. */
export const madeSections: ReadonlySet<string> = new Set(['Endpoints', 'Events', 'Error codes'])
