/** A page of the documentation in one version, written by hand or generated, as Markdown. */
export interface Page {
  /** The page's name in addresses: /tag/<slug>. */
  readonly slug: string
  readonly title: string
  /** One or two sentences: for search engines, lists and previews. */
  readonly description: string
  /** The section of the sidebar, such as "Get started" or "Endpoints". */
  readonly section: string
  /** The group inside a folded section: the resource of an endpoint. */
  readonly group?: string | undefined
  /** The text for the sidebar, in place of the title. */
  readonly label?: string | undefined
  readonly order: number
  /** The day of the last change, YYYY-MM-DD. */
  readonly lastmod: string
  /** Markdown below the title. Links to other pages are relative: `[Search](search)`. */
  readonly body: string
}

export interface Version {
  /** `development`, or a release such as `0.1`. */
  readonly slug: string
  /** The path above its pages: `/tag` for the latest release, otherwise `/tag/<slug>`. */
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

/** Mistakes in the content. The build fails with a list of them. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** The sections of the sidebar, in its order. */
export const sections = [
  'Get started',
  'Chat',
  'Run a server',
  'Let people sign in',
  'Build on it',
  'Integrations',
  'Reference',
  'Endpoints',
  'Events',
  'Error codes',
]

/** The sections whose pages are made from declarations: hundreds of similar pages. */
export const madeSections: ReadonlySet<string> = new Set([
  'Integrations',
  'Endpoints',
  'Events',
  'Error codes',
])
