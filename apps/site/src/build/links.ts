import { originMark } from '../serving/site-file.ts'
import type { LinkTarget } from './set-markdown.ts'

/** A link to another place of the website, as it is written. */
export interface WrittenLink {
  /** A path; empty for the page itself. */
  readonly target: string
  readonly anchor: string | undefined
}

/** Stands for the path of a page's own Markdown: the same text may be on several pages. */
export const pageMark = '/page.invalid'

const isElsewhere = (url: string) => /^(https?:|mailto:)/.test(url)

/** What a link leads to. Within a version, pages are named by their slug alone: they are below `base`. */
export function linkResolver(base: string, found: (link: WrittenLink) => void): (url: string) => LinkTarget {
  return (url) => {
    if (isElsewhere(url)) return { href: url, markdownHref: url }
    const [written = '', anchor] = url.split('#', 2)
    const target = written === '' || written.startsWith('/') ? written : `${base}/${written}`
    found({ target, anchor })
    const fragment = anchor === undefined ? '' : `#${anchor}`
    const isPage =
      !/\.[a-z]{2,5}$/.test(target) && !target.startsWith('/api/') && target !== '/tag/api/search'
    return {
      href: `${target}${fragment}`,
      markdownHref: `${originMark}${target === '' ? pageMark : isPage ? markdownPath(target) : target}${fragment}`,
    }
  }
}

/** Where a page's Markdown is. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
