import { originMark } from '../serving/site-file.ts'
import type { LinkTarget } from './set-markdown.ts'

/** A link to another place of the website, as its author wrote it. */
export interface WrittenLink {
  /** A path. Empty for the page itself. */
  readonly target: string
  readonly anchor: string | undefined
}

/** Stands for the path of a page's Markdown, because the same text may appear on several pages. */
export const pageMark = '/page.invalid'

const isElsewhere = (url: string) => /^(https?:|mailto:)/.test(url)

/** Resolves links. Links within a version name a page by its slug alone, relative to `base`. */
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

/** Returns the path of a page's Markdown. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
