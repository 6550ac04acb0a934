import { stringify } from 'yaml'
import { originMark } from '../serving/site-file.ts'
import type { Page } from './page.ts'

/** Writes the page as Markdown for programs, with its facts and the address of the list of pages. */
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
