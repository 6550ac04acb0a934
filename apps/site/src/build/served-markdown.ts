import { stringify } from 'yaml'
import { originMark } from '../serving/site-file.ts'
import type { Page } from './page.ts'

/** The page as Markdown, with what a program wants to know of it and where the other pages are. */
export function servedMarkdown(
  path: string,
  { title, description, lastmod }: Pick<Page, 'title' | 'description' | 'lastmod'>,
  markdown: string,
  version: string | undefined,
): string {
  const matter = {
    title,
    description,
    url: `${originMark}${path}`,
    ...(version === undefined ? {} : { version }),
    lastmod,
  }
  return `---
${stringify(matter, { lineWidth: 0 })}---

> All pages are listed in ${originMark}/llms.txt

# ${title}

${markdown.trim()}
`
}
