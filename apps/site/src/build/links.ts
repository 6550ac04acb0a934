import { originMark } from '../serving/site-file.ts'
import type { Version } from './page.ts'
import type { LinkTarget } from './set-markdown.ts'

/** A link inside the website, to be checked when all pages are set. */
export interface InnerLink {
  readonly from: string
  readonly path: string
  readonly anchor: string | undefined
}

const isElsewhere = (url: string) => /^(https?:|mailto:)/.test(url)

/** What a link leads to. Within a version, pages are named by their slug alone. */
export function linkResolver(
  from: string,
  version: Version | undefined,
  found: (link: InnerLink) => void,
): (url: string) => LinkTarget {
  return (url) => {
    if (isElsewhere(url)) return { href: url, markdownHref: url }
    const [target = '', anchor] = url.split('#', 2)
    const path =
      target === '' ? from : target.startsWith('/') ? target : `${version?.base ?? '/tag'}/${target}`
    found({ from, path, anchor })
    const fragment = anchor === undefined ? '' : `#${anchor}`
    const isPage = !/\.[a-z]{2,5}$/.test(path) && !path.startsWith('/api/') && path !== '/tag/api/search'
    return {
      href: target === '' ? fragment : `${path}${fragment}`,
      markdownHref: `${originMark}${isPage ? markdownPath(path) : path}${fragment}`,
    }
  }
}

/** Where a page's Markdown is. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
